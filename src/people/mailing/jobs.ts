/** The jobs that send e-mails. */
import type { Deps } from '#http/deps.ts'
import { deleteOldHours, listDueMails, releaseExpiredLeases } from './queries/delivery.ts'
import { type MailChecks, sendMail } from './send.ts'

export async function mailingJobs(deps: Deps, checks: MailChecks = {}): Promise<void> {
  const handlerKind = deps.mailer.engine === 'smtp' ? 'external' : 'internal'
  await deps.jobs.work('mail.send', (data: { mailId: string }) => sendMail(deps, data.mailId, checks), handlerKind)
  await deps.jobs.work('mail.sweep', () => enqueueDueMails(deps))
  await deps.jobs.schedule('mail.sweep', '* * * * *')
}

/** Enqueues the e-mails that are due: after a failed attempt, in the morning of their reader, or in a new hour. */
async function enqueueDueMails(deps: Deps): Promise<void> {
  if (deps.mailer.engine === 'none') return
  const now = deps.clock()
  const releasedCount = await releaseExpiredLeases(deps.db, now)
  if (releasedCount > 0) deps.log.warn({ count: releasedCount }, 'e-mails of workers that ended')
  await deleteOldHours(deps.db, now)
  for (const mailId of await listDueMails(deps.db, now))
    await deps.jobs.enqueue(deps.db, 'mail.send', { mailId }, { key: mailId })
}
