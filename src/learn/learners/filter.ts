/**
 * Which learners a list shows, a file has, or a message goes to: one schema, and one clause in
 * `queries/matching-learners.ts`. docs/contract §42.
 */
import { z } from 'zod'
import { Code } from '#http/schemas.ts'

/** `active`: with a seat. `over`: with a seat whose access has ended. `ended`: the seat was cancelled or refunded. */
export const SEAT_STATES = ['active', 'over', 'ended'] as const
export type SeatState = (typeof SEAT_STATES)[number]

/** Of a seat: `deposit` while a balance is due later, `overdue` once its day has passed. */
export const PAYMENT_STATES = ['paid', 'deposit', 'overdue', 'free', 'refunded'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

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
  payment: z.enum(PAYMENT_STATES).optional(),
})
export type LearnerFilter = z.output<typeof LearnerFilter>
