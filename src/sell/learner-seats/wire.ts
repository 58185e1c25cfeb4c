/** The endpoints that give, move and end seats of learners, for the teachers of a course. docs/contract §42. */
import { z } from 'zod'
import { MOST_FREE_SEATS } from '#domain/learners/learner-list.ts'
import { Confirmation, EffectList } from '#http/effects/effects.ts'
import { endpoint } from '#http/endpoint.ts'
import { Code, Instant } from '#http/schemas.ts'

const SIGNED_IN = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const
const EnrolmentParams = z.object({ enrolmentId: z.uuid() })

/** Other dates of the course, to which a seat can move. */
const MoveTarget = z.object({
  cohortCode: z.string(),
  name: z.string(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  timezoneId: z.string(),
  sessions: z.number(),
  /** Null: no limit. */
  capacity: z.number().nullable(),
  /** The seats that can be taken; those for people on the waitlist do not count. Null: no limit. */
  seatsLeft: z.number().nullable(),
  /** Seats are free, and fit a party of the waitlist. */
  isForWaitlist: z.boolean(),
  waiting: z.number(),
})
export type MoveTarget = z.infer<typeof MoveTarget>

export const listMoveTargets = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/enrolments/:enrolmentId/other-dates',
  summary: 'The present dates of a seat, and the other ones of its course that have not ended',
  actor: 'person',
  params: EnrolmentParams,
  answers: { 200: z.object({ data: z.object({ current: MoveTarget, targets: z.array(MoveTarget) }) }) },
  refusals: ['ENROLMENT_NOT_FOUND', 'ROLE_NEEDED', ...SIGNED_IN],
})

export const moveSeat = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/enrolments/:enrolmentId/move',
  summary: 'Move a seat to other dates of its course, or list what that would do',
  actor: 'person',
  params: EnrolmentParams,
  body: Confirmation.extend({ cohortCode: Code }),
  answers: { 200: z.object({ data: EffectList }) },
  refusals: [
    'ENROLMENT_NOT_FOUND',
    'COHORT_NOT_FOUND',
    'COHORT_CANCELLED',
    'COHORT_OVER',
    'COHORT_FULL',
    'HAS_SEAT_IN_COHORT',
    'EFFECTS_CHANGED',
    'ROLE_NEEDED',
    'FIELD_INVALID',
    ...SIGNED_IN,
  ],
})

const FREE_SEAT_OUTCOMES = ['given', 'has-seat', 'full', 'invalid', 'repeated'] as const

const FreeSeatRow = z.object({
  /** As it was typed. */
  email: z.string(),
  outcome: z.enum(FREE_SEAT_OUTCOMES),
  /** Null unless the seat was given. */
  enrolmentId: z.string().nullable(),
})
export type FreeSeatRow = z.infer<typeof FreeSeatRow>

export const giveFreeSeats = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/cohorts/:cohort/free-seats',
  summary: 'Give people free seats, and write them an e-mail; each row is answered',
  actor: 'person',
  idempotent: true,
  params: z.object({ cohort: z.string().max(64) }),
  body: z.object({
    people: z
      .array(z.object({ email: z.string().max(320), name: z.string().max(120).optional() }))
      .min(1, { error: 'Please enter an address' })
      .max(MOST_FREE_SEATS, { error: `Please enter at most ${MOST_FREE_SEATS} addresses` }),
  }),
  answers: { 200: z.object({ data: z.object({ rows: z.array(FreeSeatRow) }) }) },
  refusals: [
    'COHORT_NOT_FOUND',
    'COHORT_CANCELLED',
    'COHORT_OVER',
    'OFFER_NOT_FOUND',
    'COURSE_NOT_PUBLISHED',
    'RATE_LIMITED',
    'ROLE_NEEDED',
    'FIELD_INVALID',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_MISMATCH',
    'IDEMPOTENCY_IN_FLIGHT',
    ...SIGNED_IN,
  ],
})
