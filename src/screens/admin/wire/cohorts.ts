/** A cohort as admins see it before they cancel it. See docs/contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Code, Instant, MoneyWire } from '#http/schemas.ts'

const AdminCohort = z.object({
  courseCode: z.string(),
  title: z.string(),
  startsAt: Instant.nullable(),
  /** Seats with an active or unconfirmed enrolment. */
  seats: z.number(),
  /** Orders in checkout that hold seats. */
  pending: z.number(),
  /** Amounts paid that are still here, one for each currency: a cancellation refunds them. */
  paid: z.array(MoneyWire),
  /** Amounts that banks dispute. After a cancellation they go back if the bank leaves them here. */
  disputed: z.array(MoneyWire),
  ended: z.object({ at: Instant, by: z.string(), reason: z.string() }).nullable(),
})
export type AdminCohort = z.infer<typeof AdminCohort>

export const readCohort = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'admin/cohorts/:courseCode',
  summary: 'The seats of a cohort and the amounts paid for it',
  actor: 'admin',
  params: z.object({ courseCode: Code }),
  answers: { 200: z.object({ data: AdminCohort }) },
  refusals: ['COURSE_NOT_FOUND', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
