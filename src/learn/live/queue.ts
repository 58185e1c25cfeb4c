/** The jobs of live sessions. */
import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job.ts'

/** With `personId` it writes to this person only. */
export const recordingAttachedJob = defineJob({
  name: 'recording.attached',
  schema: z.object({ sessionId: z.uuid(), personId: z.uuid().optional() }),
})
export const sessionRemindJob = defineJob({ name: 'session.remind', cron: '* * * * *' })
export const sessionOpenJob = defineJob({ name: 'session.open', cron: '* * * * *' })
export const scheduleAnnounceJob = defineJob({ name: 'schedule.announce', cron: '* * * * *' })
