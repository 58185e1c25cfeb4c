/** The worker: background jobs. */

import { interestJobs } from '#catalogue/interests/jobs.ts'
import type { Deps } from '#http/deps.ts'
import { certificatesJobs } from '#learn/certificates/jobs.ts'
import { courseMediaJobs } from '#learn/course-media/jobs.ts'
import { lessonsJobs } from '#learn/lessons/jobs.ts'
import { isOpeningTrue, isReminderTrue } from '#learn/live/is-reminder-true.ts'
import { liveJobs } from '#learn/live/jobs.ts'
import { messagesJobs } from '#learn/messages/jobs.ts'
import { isMessageTrue } from '#learn/messages/write-message.ts'
import { mediaJobs } from '#media/jobs.ts'
import { createMediaWorker, type MediaWorker } from '#media/processing/media-worker.ts'
import { accountsJobs } from '#people/accounts/jobs.ts'
import { type BackupRunner, createBackupRunner } from '#people/backups/backup-runner.ts'
import { backupJobs } from '#people/backups/jobs.ts'
import { mailingJobs } from '#people/mailing/jobs.ts'
import { personalDataJobs } from '#people/personal-data/jobs.ts'
import { supportJobs } from '#people/support/jobs.ts'
import { logFailure } from '#platform/db/unavailable.ts'
import type { JobHandler } from '#platform/jobs/define-job.ts'
import { checkoutJobs } from '#sell/checkout/jobs.ts'
import { reconcile } from '#sell/payments/reconcile.ts'
import { referralJobs } from '#sell/referrals/jobs.ts'
import { enqueueReleasedSeats, waitlistJobs } from '#sell/waitlist/jobs.ts'

/** Every job of the program, with its handler. */
export const listJobHandlers = (
  deps: Deps,
  mediaWorker: Pick<MediaWorker, 'wake'>,
  backupRunner: Pick<BackupRunner, 'wake'>,
): JobHandler[] => [
  ...accountsJobs(deps),
  ...backupJobs(backupRunner),
  ...certificatesJobs(deps),
  ...checkoutJobs(deps),
  ...courseMediaJobs(deps),
  ...interestJobs(deps),
  ...lessonsJobs(deps),
  ...liveJobs(deps),
  ...mailingJobs(deps, {
    'session.soon': isReminderTrue,
    'session.open': isOpeningTrue,
    'course.news': isMessageTrue,
  }),
  ...mediaJobs(deps, mediaWorker),
  ...messagesJobs(deps),
  ...personalDataJobs(deps),
  ...referralJobs(deps),
  ...supportJobs(deps),
  ...waitlistJobs(deps),
]

/** What a demo's story does not touch. */
const BESIDE_STORY = /^(media|backup|personal-data)\./

/**
 * @param isPaused while a demo's story is told, jobs of a schedule do nothing: to them its past would be late
 * @returns stops what runs outside the job queue
 */
export async function startWorker(deps: Deps, isPaused: () => boolean = () => false): Promise<() => Promise<void>> {
  const mediaWorker = createMediaWorker(deps)
  const backupRunner = createBackupRunner(deps)
  const handlers = listJobHandlers(deps, mediaWorker, backupRunner)
  await deps.jobs.work(
    handlers.map((handler) => (BESIDE_STORY.test(handler.job.name) ? handler : pauseSchedule(handler, isPaused))),
  )
  await deps.jobs.endOldSchedules()
  enqueueReleasedSeats(deps, isPaused)
  mediaWorker.wake()
  // Repairs what a crash left unfinished. The start does not wait for it, because a provider may be slow.
  reconcile(deps, 0).catch((error) => logFailure(deps.log, error, 'the first reconciliation failed'))
  return async () => {
    await Promise.all([mediaWorker.stop(), backupRunner.stop()])
  }
}

function pauseSchedule(handler: JobHandler, isPaused: () => boolean): JobHandler {
  if (!handler.job.cron) return handler
  return { ...handler, handle: async (data) => (isPaused() ? undefined : handler.handle(data)) }
}
