/** The worker: background jobs. */

import { registerInterestJobs } from '#catalogue/interests/jobs.ts'
import type { Deps } from '#http/deps.ts'
import { certificatesJobs } from '#learn/certificates/jobs.ts'
import { courseMediaJobs } from '#learn/course-media/jobs.ts'
import { lessonsJobs } from '#learn/lessons/jobs.ts'
import { isOpeningTrue, isReminderTrue } from '#learn/live/is-reminder-true.ts'
import { liveJobs } from '#learn/live/jobs.ts'
import { registerMediaJobs } from '#media/jobs.ts'
import { accountsJobs } from '#people/accounts/jobs.ts'
import { mailingJobs } from '#people/mailing/jobs.ts'
import { personalDataJobs } from '#people/personal-data/jobs.ts'
import { registerSupportJobs } from '#people/support/jobs.ts'
import { logFailure } from '#platform/db/unavailable.ts'
import { checkoutJobs } from '#sell/checkout/jobs.ts'
import { reconcile } from '#sell/payments/reconcile.ts'
import { registerReferralJobs } from '#sell/referrals/jobs.ts'
import { registerWaitlistJobs } from '#sell/waitlist/jobs.ts'

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
