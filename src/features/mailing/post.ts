/** Writes a mail and queues its sending, in the transaction of whatever it tells about. */
import { isNobody } from '#domain/contact.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { addMail, type NewMail } from './queries.ts'

/** The same dedupe key is written and sent once, however often the news is told; to who is deleted nothing is. */
export async function post(tx: Tx, jobs: Jobs, mail: NewMail): Promise<void> {
  if (isNobody(mail.to)) return
  const id = await addMail(tx, mail)
  if (id) await jobs.enqueue(tx, 'mail.send', { mailId: id }, { key: id })
}
