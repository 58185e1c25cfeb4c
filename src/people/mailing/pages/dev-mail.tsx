import { Paperclip } from 'lucide-react'
import { data } from 'react-router'
import { normaliseEmail } from '#domain/contact.ts'
import { depsContext } from '#http/context.ts'
import { mayReadDevMail } from '#http/dev-key.ts'
import { ButtonLink } from '#ui/button.tsx'
import { createTitle } from '#ui/page-title.ts'
import text from '#ui/text.module.css'
import { listAttachments, listNewestMails } from '../queries.ts'
import type { Route } from './+types/dev-mail.ts'
import styles from './dev-mail.module.css'

export const handle = { document: true, frame: 'site' }
export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'E-mails')]

const MAX_MAILS = 50

export async function loader({ context, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const query = new URL(request.url).searchParams
  if (!mayReadDevMail(deps, query.get('key'))) throw data(null, { status: 404 })

  const to = query.get('to')
  const mails = await listNewestMails(deps.db, to && normaliseEmail(to), MAX_MAILS)
  const chosen = mails.find((mail) => mail.id === query.get('mail')) ?? mails[0] ?? null
  const attachments = chosen ? await listAttachments(deps.db, [chosen.id]) : []
  const address = (id: string, path = '') =>
    `/dev/mail${path}?${new URLSearchParams({ ...Object.fromEntries(query), mail: id })}`
  return {
    mails: mails.map(({ id, to_address, subject, created_at, state }) => ({
      id,
      to: to_address,
      subject,
      at: created_at.toISOString(),
      state,
      href: address(id),
    })),
    chosen: chosen && {
      id: chosen.id,
      subject: chosen.subject,
      to: chosen.to_address,
      body: address(chosen.id, `/${chosen.id}/body`),
    },
    attachments: attachments.map(({ position, filename }) => ({
      filename,
      href: address(chosen?.id ?? '', `/${chosen?.id}/attachments/${position}`),
    })),
  }
}

export default function DevMail({ loaderData: { mails, chosen, attachments } }: Route.ComponentProps) {
  return (
    <main className={text.wrap} id="content">
      <header className={styles.head}>
        <h1>Sent e-mails</h1>
        <p>All e-mails from the demo appear here, newest first.</p>
      </header>
      {mails.length === 0 ? (
        <section className={styles.empty}>
          <h2>No e-mails yet</h2>
          <p>Enrol in a course, and the receipt will appear here within seconds. Reload the page to see it.</p>
          <ButtonLink href="/#courses">See the courses</ButtonLink>
        </section>
      ) : (
        <div className={styles.box}>
          <ul className={styles.list} aria-label="E-mails, newest first">
            {mails.map((mail) => (
              <li key={mail.id}>
                <a href={mail.href} aria-current={mail.id === chosen?.id ? 'true' : undefined}>
                  <b>{mail.subject}</b>
                  <span>{mail.to}</span>
                  <time dateTime={mail.at}>{mail.at.slice(0, 16).replace('T', ' ')} UTC</time>
                </a>
              </li>
            ))}
          </ul>
          {chosen && (
            <section className={styles.mail} aria-label="Selected e-mail">
              <header>
                <h2>{chosen.subject}</h2>
                <p>To {chosen.to}</p>
                {attachments.length > 0 && (
                  <ul className={styles.files} aria-label="Attachments">
                    {attachments.map((file) => (
                      <li key={file.href}>
                        <ButtonLink look="quiet" size="compact" href={file.href} download>
                          <Paperclip size={16} aria-hidden="true" /> {file.filename}
                        </ButtonLink>
                      </li>
                    ))}
                  </ul>
                )}
              </header>
              <iframe title={chosen.subject} src={chosen.body} />
            </section>
          )}
        </div>
      )}
    </main>
  )
}
