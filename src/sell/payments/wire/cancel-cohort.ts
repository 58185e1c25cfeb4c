/** Cancelling a whole cohort, for admins. docs/contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Code, Reason } from '#http/schemas.ts'

export const cancelWholeCohort = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'cohorts/:courseCode/cancel',
  summary: 'Cancel a cohort: it gives no more seats, and every order is refunded in full',
  actor: 'admin',
  stepUp: 'always',
  params: z.object({ courseCode: Code }),
  body: z.object({ reason: Reason }),
  answers: { 200: z.object({ data: z.object({ courseCode: z.string() }) }) },
  refusals: ['STEP_UP_REQUIRED', 'FIELD_INVALID', 'COURSE_NOT_FOUND'],
})
