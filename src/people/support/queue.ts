/** The jobs of the inbox. */
import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job.ts'

export const supportAnsweredJob = defineJob({ name: 'support.answered', schema: z.object({ messageId: z.uuid() }) })
export const supportMessagesWaitJob = defineJob({ name: 'support.messages-wait' })
