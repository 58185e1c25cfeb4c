/**
 * Writes an e-mail that nobody can turn off and enqueues it, in the transaction of the change that it is about. Its kind
 * is one of `mail-kinds.ts`.
 */
import { isDeletedAccountEmail } from '#domain/contact.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { addMail, type NewMail } from './queries.ts'
import { mailSendJob } from './queue.ts'

/** The same dedupe key is written and sent only once. Deleted accounts get no e-mail. */
export async function enqueueMail(tx: Tx, jobs: Jobs, mail: NewMail): Promise<void> {
  if (isDeletedAccountEmail(mail.to)) return
  const id = await addMail(tx, mail)
  if (id) await jobs.enqueue(tx, mailSendJob, { mailId: id }, { key: id })
}
