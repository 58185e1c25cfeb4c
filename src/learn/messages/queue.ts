/** The jobs of messages to learners. */
import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job.ts'

const schema = z.object({ messageId: z.uuid() })

export const broadcastStartJob = defineJob({ name: 'broadcast.start', schema })
export const broadcastWriteJob = defineJob({ name: 'broadcast.write', schema })
export const broadcastSweepJob = defineJob({ name: 'broadcast.sweep', cron: '* * * * *' })
