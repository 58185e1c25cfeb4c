/**
 * The filter that chooses the learners of a message: one schema for the draft, the calls and the statement. It always
 * means people of one course with open access. docs/contract §43.
 */
import { z } from 'zod'
import { EVERYBODY, LEARNER_STATES } from '#domain/messages/learner-choice.ts'
import { LearnerFilter } from '#learn/learners/filter.ts'

export const RecipientFilter = z.object({
  /** The code of a cohort. Null: all of the course. */
  cohort: z.string().max(64).nullable(),
  state: z.enum(LEARNER_STATES).nullable(),
  /** One learner. */
  person: z.uuid().nullable(),
  /** As the list of learners filters (§42). Null: all of them. */
  learners: LearnerFilter.pick({ unseenDays: true, behind: true, payment: true }).nullable().default(null),
})
export type RecipientFilter = z.infer<typeof RecipientFilter>

/** A filter of the database, also one of an earlier version. */
export const readFilter = (stored: unknown): RecipientFilter =>
  RecipientFilter.parse({ ...EVERYBODY, ...(stored as Partial<RecipientFilter>) })
