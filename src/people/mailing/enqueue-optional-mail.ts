/** Writes an e-mail that a person can turn off by its link, or by one click in the mail program. docs/contract §22. */
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { type EmailContent, renderEmail } from './email.tsx'
import { enqueueMail } from './enqueue-mail.ts'
import { MAIL_CATEGORIES } from './mail-categories.ts'
import { MAIL_KINDS, type OptionalMailKind } from './mail-kinds.ts'
import { createOptOutLinks } from './opt-out.ts'
import { isOptedOut, type NewMail } from './queries.ts'

type OptionalMail = {
  kind: OptionalMailKind
  /** The caller has checked that the address is proved. For an address without an account, the id is that of its request. */
  person: { id: string; email: string }
  /** The thing that the e-mail is about, such as a session's id. One e-mail is sent for each kind, person and thing. */
  about: string
  content: EmailContent
} & Pick<NewMail, 'attachments' | 'headers' | 'timezoneId' | 'usefulUntil'>

/** Writes and enqueues an e-mail with its opt-out link. False: the address turned this category off. */
export async function enqueueOptionalMail(
  deps: Pick<Deps, 'secrets' | 'config' | 'jobs'>,
  tx: Tx,
  { kind, person, about, content, ...mail }: OptionalMail,
): Promise<boolean> {
  const { category } = MAIL_KINDS[kind]
  if (await isOptedOut(tx, person.email, category)) return false
  const { pageUrl, oneClickUrl } = createOptOutLinks(deps, { address: person.email, category })
  const optOut = { label: `Turn off ${MAIL_CATEGORIES[category]}, or choose your e-mails`, url: pageUrl }
  await enqueueMail(tx, deps.jobs, {
    ...mail,
    dedupeKey: `${kind}:${person.id}:${about}`,
    to: person.email,
    ...renderEmail({ ...content, optOut }),
    headers: {
      ...mail.headers,
      'List-Unsubscribe': `<${oneClickUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
  return true
}
