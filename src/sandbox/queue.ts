/** The job of the sandbox. */
import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job.ts'

export const sandboxDeliverJob = defineJob({ name: 'sandbox.deliver', schema: z.object({ eventId: z.string() }) })
