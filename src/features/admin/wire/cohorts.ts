/** A cohort as the people of the house see it before they call it off: a call of our own. Contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Code, Instant, MoneyWire } from '#http/schemas.ts'

const AdminCohort = z.object({
  courseCode: z.string(),
  title: z.string(),
  startsAt: Instant.nullable(),
  /** Seats of people who are in it. */
  seats: z.number(),
  /** Orders that are about to be paid. */
  pending: z.number(),
  /** What was paid for it and not sent back, in each currency. */
  paid: z.array(MoneyWire),
  ended: z.object({ at: Instant, by: z.string(), reason: z.string() }).nullable(),
})
export type AdminCohort = z.infer<typeof AdminCohort>

export const readCohort = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'admin/cohorts/:courseCode',
  summary: 'Who is in a cohort, and what was paid for it',
  actor: 'admin',
  params: z.object({ courseCode: Code }),
  answers: { 200: z.object({ data: AdminCohort }) },
  refusals: ['COURSE_NOT_FOUND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
