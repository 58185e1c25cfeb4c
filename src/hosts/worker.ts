/** The worker: background jobs. */
import { accountsJobs } from '#features/accounts/jobs.ts'
import { certificatesJobs } from '#features/certificates/jobs.ts'
import { checkoutJobs } from '#features/checkout/jobs.ts'
import { courseMediaJobs } from '#features/course-media/jobs.ts'
import { registerInterestJobs } from '#features/interests/jobs.ts'
import { lessonsJobs } from '#features/lessons/jobs.ts'
import { isOpeningTrue, isReminderTrue } from '#features/live/is-reminder-true.ts'
import { liveJobs } from '#features/live/jobs.ts'
import { mailingJobs } from '#features/mailing/jobs.ts'
import { registerMediaJobs } from '#features/media/jobs.ts'
import { reconcile } from '#features/payments/reconcile.ts'
import { personalDataJobs } from '#features/personal-data/jobs.ts'
import { registerReferralJobs } from '#features/referrals/jobs.ts'
import { registerSupportJobs } from '#features/support/jobs.ts'
import { registerWaitlistJobs } from '#features/waitlist/jobs.ts'
import type { Deps } from '#http/deps.ts'
import { logFailure } from '#platform/db/unavailable.ts'

/** @returns stops what runs outside the job queue */
export async function startWorker(deps: Deps): Promise<() => Promise<void>> {
  await accountsJobs(deps)
  await certificatesJobs(deps)
  await checkoutJobs(deps)
  await courseMediaJobs(deps)
  await lessonsJobs(deps)
  await liveJobs(deps)
  await mailingJobs(deps, { 'session.soon': isReminderTrue, 'session.open': isOpeningTrue })
  await personalDataJobs(deps)
  await registerInterestJobs(deps)
  await registerReferralJobs(deps)
  await registerSupportJobs(deps)
  await registerWaitlistJobs(deps)
  const mediaWorker = await registerMediaJobs(deps)
  await deps.jobs.endOldSchedules()
  // Repairs what a crash left unfinished. The start does not wait for it, because a provider may be slow.
  reconcile(deps, 0).catch((error) => logFailure(deps.log, error, 'the first reconciliation failed'))
  return mediaWorker.stop
}
