/** The jobs of referrals. Each calls a function that is safe to run twice. */
import type { Deps } from '#http/deps.ts'
import { referralReviewJob } from '#learn/enrolments/queue.ts'
import { handleJob, type JobHandler } from '#platform/jobs/define-job.ts'
import { decideDueReferrals, reviewReferrals } from './decide-referrals.ts'
import { referralDecideJob, referralRecordJob } from './queue.ts'
import { recordReferral } from './record-referral.ts'

export const referralJobs = (deps: Deps): JobHandler[] => [
  handleJob(referralRecordJob, ({ orderId }) => recordReferral(deps, orderId)),
  handleJob(referralReviewJob, ({ personIds }) => reviewReferrals(deps, personIds)),
  handleJob(referralDecideJob, () => decideDueReferrals(deps)),
]
