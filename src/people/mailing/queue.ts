/** The jobs that send e-mails. */
import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job.ts'

export const mailSendJob = defineJob({ name: 'mail.send', schema: z.object({ mailId: z.uuid() }) })
export const mailSweepJob = defineJob({ name: 'mail.sweep', cron: '* * * * *' })
