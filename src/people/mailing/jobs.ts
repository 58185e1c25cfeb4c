/** The jobs that send e-mails. */
import type { Deps } from '#http/deps.ts'
import { handleJob, type JobHandler } from '#platform/jobs/define-job.ts'
import { deleteOldHours, listDueMails, releaseExpiredLeases } from './queries/delivery.ts'
import { mailSendJob, mailSweepJob } from './queue.ts'
import { type MailChecks, sendMail } from './send.ts'

export const mailingJobs = (deps: Deps, checks: MailChecks = {}): JobHandler[] => [
  handleJob(
    mailSendJob,
    ({ mailId }) => sendMail(deps, mailId, checks),
    deps.mailer.engine === 'smtp' ? 'external' : 'internal',
  ),
  handleJob(mailSweepJob, () => enqueueDueMails(deps)),
]

/** Enqueues the e-mails that are due: after a failed attempt, in the morning of their reader, or in a new hour. */
async function enqueueDueMails(deps: Deps): Promise<void> {
  if (deps.mailer.engine === 'none' || (await deps.mailer.isHeld?.())) return
  const now = deps.clock()
  const releasedCount = await releaseExpiredLeases(deps.db, now)
  if (releasedCount > 0) deps.log.warn({ count: releasedCount }, 'e-mails of workers that ended')
  await deleteOldHours(deps.db, now)
  for (const mailId of await listDueMails(deps.db, now))
    await deps.jobs.enqueue(deps.db, mailSendJob, { mailId }, { key: mailId })
}
