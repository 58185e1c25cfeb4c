/** Writes an e-mail that a person can turn off by the link in it. docs/contract.md §22. */
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { type EmailContent, renderEmail } from './email.tsx'
import { enqueueMail } from './enqueue-mail.ts'
import { MAIL_KINDS, type MailKind } from './mail-kinds.ts'
import { createOptOutUrl } from './opt-out.ts'
import { isOptedOut, type NewMail } from './queries.ts'

type OptionalMail = {
  kind: MailKind
  /** The caller has checked that the address is proved. */
  person: { id: string; email: string }
  /** The thing that the e-mail is about, such as a session's id. One e-mail is sent for each kind, person and thing. */
  about: string
  content: EmailContent
  attachments?: NewMail['attachments']
}

/** Writes and enqueues an e-mail with its opt-out link, unless the person turned this kind off. */
export async function enqueueOptionalMail(
  deps: Pick<Deps, 'secrets' | 'config' | 'jobs'>,
  tx: Tx,
  { kind, person, about, content, attachments = [] }: OptionalMail,
): Promise<void> {
  if (await isOptedOut(tx, person.id, kind)) return
  const optOut = { label: `Turn off ${MAIL_KINDS[kind]}`, url: createOptOutUrl(deps, person.id, kind) }
  await enqueueMail(tx, deps.jobs, {
    dedupeKey: `${kind}:${person.id}:${about}`,
    to: person.email,
    ...renderEmail({ ...content, optOut }),
    attachments,
  })
}
