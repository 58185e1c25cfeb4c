/** The jobs of referrals. */
import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job.ts'

export const referralRecordJob = defineJob({ name: 'referral.record', schema: z.object({ orderId: z.uuid() }) })
export const referralDecideJob = defineJob({ name: 'referral.decide', cron: '11 * * * *' })
