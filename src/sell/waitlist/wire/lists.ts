/** The calls of teachers about people who wait for a seat or for news. docs/contract §33. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Code, Instant } from '#http/schemas.ts'

const Params = z.object({ course: Code })
const SIGNED_IN = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const
const COURSE = ['COURSE_NOT_FOUND', 'ROLE_NEEDED', ...SIGNED_IN] as const

const WaitingEntry = z.object({
  entryId: z.number(),
  name: z.string().nullable(),
  email: z.string(),
  seats: z.number(),
  state: z.enum(['unconfirmed', 'waiting', 'offered']),
  /** From 1, while the person waits for an offer. */
  position: z.number().nullable(),
  since: Instant,
  offerExpiresAt: Instant.nullable(),
  /** Source, medium and campaign of the visit. Empty when they are not known. */
  source: z.string(),
})
export type WaitingEntry = z.infer<typeof WaitingEntry>

const Waitlist = z.object({
  courseCode: z.string(),
  startsAt: Instant.nullable(),
  timezoneId: z.string(),
  /** Null: no limit. */
  freeSeats: z.number().nullable(),
  entries: z.array(WaitingEntry),
})
export type Waitlist = z.infer<typeof Waitlist>

const InterestedPerson = z.object({
  interestId: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  kind: z.enum(['coming-soon', 'reminder', 'curriculum']),
  state: z.enum(['unconfirmed', 'confirmed', 'off', 'sent']),
  since: Instant,
  source: z.string(),
})
export type InterestedPerson = z.infer<typeof InterestedPerson>

const CourseWaiting = z.object({
  waitlists: z.array(Waitlist),
  interests: z.array(InterestedPerson),
  /** All requests, also those that the list leaves out. */
  interestCount: z.number(),
  /** There are more entries or requests than the lists show. The export has all. */
  hasMore: z.boolean(),
})
export type CourseWaiting = z.infer<typeof CourseWaiting>

export const listWaiting = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/waiting',
  summary: 'The people who wait for a seat of a course or asked for news about it',
  actor: 'person',
  params: Params,
  answers: { 200: z.object({ data: CourseWaiting }) },
  refusals: [...COURSE],
})

export const exportWaiting = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/waiting/export',
  summary: 'All people who wait for a seat of a course or asked for news about it, as a CSV file',
  actor: 'person',
  stepUp: 'always',
  params: Params,
  answers: {},
  file: 'text/csv',
  priority: 'low',
  refusals: ['STEP_UP_REQUIRED', ...COURSE],
})

export const inviteNow = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses/:course/waitlist/:entryId/invite',
  summary: 'Offer free seats to a person of the waitlist now, out of turn',
  actor: 'person',
  params: Params.extend({ entryId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  body: z.object({
    /** Only counts the confirmed people who wait longer. */
    preview: z.boolean(),
  }),
  answers: { 200: z.object({ data: z.object({ waitingLonger: z.number(), isOffered: z.boolean() }) }) },
  refusals: ['FIELD_INVALID', 'WAITLIST_ENTRY_NOT_FOUND', 'ENROLMENT_CLOSED', 'SEATS_TAKEN', ...COURSE],
})
