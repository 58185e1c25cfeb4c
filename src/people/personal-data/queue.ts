/** The jobs that delete data past its retention: short-lived rows each hour, everything each night. */
import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job.ts'

/** The next job continues at this rule, after this row. `createdAt` is text, because a Date would lose the microseconds. */
const ExpiryPosition = z.object({ rule: z.int(), after: z.object({ createdAt: z.string(), id: z.string() }) })
export type ExpiryPosition = z.infer<typeof ExpiryPosition>
const ExpiryRest = z.object({ start: ExpiryPosition.optional() })

export const personalDataExpireHourlyJob = defineJob({
  name: 'personal-data.expire-hourly',
  schema: ExpiryRest,
  cron: '17 * * * *',
})
export const personalDataExpireJob = defineJob({ name: 'personal-data.expire', schema: ExpiryRest, cron: '37 3 * * *' })
