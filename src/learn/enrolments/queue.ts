/** The jobs of ended enrolments. */
import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job.ts'

export const enrolmentEndedJob = defineJob({
  name: 'enrolment.ended',
  schema: z.object({ cohortCode: z.string(), personIds: z.array(z.uuid()) }),
})
export const referralReviewJob = defineJob({
  name: 'referral.review',
  schema: z.object({ personIds: z.array(z.uuid()) }),
})
