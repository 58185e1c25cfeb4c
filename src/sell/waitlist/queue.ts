/** The jobs of waitlists. */
import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job.ts'

export const waitlistOfferedJob = defineJob({ name: 'waitlist.offered', schema: z.object({ offerId: z.uuid() }) })
export const seatReleasedJob = defineJob({ name: 'seat.released', schema: z.object({ cohortCode: z.string() }) })
export const waitlistCheckJob = defineJob({ name: 'waitlist.check', cron: '* * * * *' })
