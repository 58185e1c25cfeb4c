/** The jobs of lessons. */
import { z } from 'zod'
import { defineJob, type JobData } from '#platform/jobs/define-job.ts'

export const sessionStartedJob = defineJob({
  name: 'session.started',
  schema: z.object({ sessionId: z.uuid(), personId: z.uuid() }),
})
export const completionCheckJob = defineJob({ name: 'completion.check', cron: '17 * * * *' })
export const accessChangedJob = defineJob({
  name: 'access.changed',
  schema: z.object({
    orderId: z.uuid(),
    /** `locked`: the order was paused. `frozen`: a payment dispute was opened. */
    kind: z.enum(['locked', 'frozen']),
    /** When the change began. */
    since: z.iso.datetime(),
    isOver: z.boolean(),
  }),
})
export type AccessChange = JobData<typeof accessChangedJob>

export const accessEndingJob = defineJob({ name: 'access.ending', cron: '37 * * * *' })
export const lessonOpenedJob = defineJob({ name: 'lesson.opened', cron: '3 * * * *' })
