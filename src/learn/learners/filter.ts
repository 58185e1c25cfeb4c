/**
 * Which learners a list shows, a file has, or a message goes to: one schema, and one clause in
 * `queries/matching-learners.ts`. docs/contract §42.
 */
import { z } from 'zod'
import { PAYMENT_FILTERS, SEAT_STATES } from '#domain/learners/learner-list.ts'
import { Code } from '#http/schemas.ts'

export const LearnerFilter = z.object({
  /** Words of the name or the e-mail, or the number of an order. */
  q: z.string().trim().max(200).optional(),
  /** A course. Without it: all courses in which the person may see learners. */
  course: Code.optional(),
  /** Only with its course. */
  cohort: Code.optional(),
  state: z.enum(SEAT_STATES).default('active'),
  /** Not seen in the course for this many days. A person who was never there counts from the day of the seat. */
  unseenDays: z.coerce.number().int().min(1).max(365).optional(),
  /** Fewer than half of the lessons done that are open so far. Only with a course. */
  behind: z.literal('1').optional(),
  payment: z.enum(PAYMENT_FILTERS).optional(),
})
export type LearnerFilter = z.output<typeof LearnerFilter>
