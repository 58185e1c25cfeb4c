/** The jobs of news about courses. */
import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job.ts'

export const interestCheckJob = defineJob({ name: 'interest.check', cron: '*/5 * * * *' })
export const interestTellJob = defineJob({ name: 'interest.tell', schema: z.object({ cohortCode: z.string() }) })
