/** The endpoints of a course's dates page: its cohorts, a planned series, and a new cohort. docs/contract §37. */
import { z } from 'zod'
import { SessionTimes } from '#catalogue/drafts/wire.ts'
import { Confirmation, EffectList } from '#http/effects/effects.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant, MoneyWire, TimeZone } from '#http/schemas.ts'

const SIGNED_IN = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const
const COURSE = ['COURSE_NOT_FOUND', 'ROLE_NEEDED', ...SIGNED_IN] as const
const CourseParams = z.object({ course: z.string().max(64) })
export const MAX_SESSIONS = 200

const DatedCohort = z.object({
  cohortCode: z.string(),
  name: z.string(),
  state: z.enum(['announced', 'open', 'cancelled']),
  /** Null: no limit, if the state is open; else not decided yet. */
  capacity: z.number().nullable(),
  taken: z.number(),
  /** Confirmed places on the waitlist. */
  waiting: z.number(),
  timezoneId: z.string(),
  /** Null: enrolment closes at the start. */
  enrolClosesAt: Instant.nullable(),
  /** Of the first offer. Null: not set yet. */
  price: MoneyWire.nullable(),
  /** With the cancelled ones, by their start. */
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      lessonKey: z.string(),
      title: z.string(),
      startsAt: Instant,
      endsAt: Instant,
      timezoneId: z.string(),
      isCancelled: z.boolean(),
      /** An evening with a guest, which no series plans. */
      isPro: z.boolean(),
      hasMeeting: z.boolean(),
    }),
  ),
})
export type DatedCohort = z.infer<typeof DatedCohort>

const CourseDates = z
  .object({
    cohorts: z.array(DatedCohort),
    /** The live lessons that the next sessions are for, in their order. */
    lessons: z.array(z.object({ title: z.string(), minutes: z.number() })),
    /** The pro sessions that the page promises. No series plans them; dates have one of each, or say that they have not. */
    proLessons: z.array(z.object({ lessonKey: z.string(), title: z.string(), minutes: z.number() })),
  })
  .meta({ id: 'CourseDates' })
export type CourseDates = z.infer<typeof CourseDates>

export const listCourseDates = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/dates',
  summary: 'All cohorts of a course with their seats, waitlists and sessions, for its teachers',
  actor: 'person',
  params: CourseParams,
  answers: { 200: z.object({ data: CourseDates }) },
  refusals: [...COURSE],
})

const Day = z.string().regex(/^2\d{3}-\d\d-\d\d$/, { error: 'Please choose a day' })
const Count = z
  .int({ error: 'Please enter a whole number' })
  .min(1, { error: 'Please enter 1 or more' })
  .max(MAX_SESSIONS, { error: `Dates can have ${MAX_SESSIONS} sessions at most` })

const SeriesInput = z.object({
  firstDay: Day,
  /** ISO numbers, Monday is 1. */
  weekdays: z.array(z.int().min(1).max(7)).min(1, { error: 'Please choose a day of the week' }).max(7),
  everyWeeks: z
    .int({ error: 'Please enter a whole number' })
    .min(1, { error: 'Please enter 1 or more' })
    .max(12, { error: 'Please enter at most 12' }),
  /** A wall time of the class: `18:00`. */
  start: z.string().regex(/^\d\d:\d\d$/, { error: 'Please choose a time' }),
  minutes: SessionTimes.minutes,
  timezoneId: TimeZone,
  skippedDays: z.array(Day).max(MAX_SESSIONS),
  count: Count,
})
export type SeriesInput = z.output<typeof SeriesInput>

const PlannedSession = z.object({
  day: z.string(),
  /** The person left the day out: it has no session. */
  isSkipped: z.boolean(),
  title: z.string().nullable(),
  localStart: z.string(),
  /** Null: skipped by the person or by the clocks, or repeated by the clocks. */
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  fault: z.enum(['skipped', 'repeated', 'past']).nullable(),
  /** Possible local times before and after one that is skipped or repeated. */
  nearest: z.array(z.string()),
  /** Another session of one of the teachers at that time. */
  overlap: z.string().nullable(),
})
export type PlannedSession = z.infer<typeof PlannedSession>

const Series = z
  .object({
    sessions: z.array(PlannedSession),
    /** The code that the cohort would get. */
    cohortCode: z.string(),
    /** Titles of the live lessons that the curriculum would get, because it has fewer than the series. */
    newLessons: z.array(z.string()),
  })
  .meta({ id: 'Series' })
export type Series = z.infer<typeof Series>

export const planSeries = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses/:course/series',
  summary: 'The sessions of a series, before anything is saved',
  actor: 'person',
  params: CourseParams,
  body: SeriesInput,
  answers: { 200: z.object({ data: Series }) },
  refusals: ['FIELD_INVALID', ...COURSE],
})

/** The pro sessions of new dates, each with its lesson. Ignored without sessions. */
export const ProSessions = z
  .array(z.object({ lessonKey: z.string().max(100), ...SessionTimes }))
  .max(MAX_SESSIONS)
  .readonly()
  .default([])

const NewCohort = z.object({
  name: z.string().trim().max(80, { error: 'Please use at most 80 characters' }),
  state: z.enum(['announced', 'open']),
  /** Null: no limit. */
  seats: z
    .int({ error: 'Please enter a whole number' })
    .min(1, { error: 'Please enter 1 or more' })
    .max(100_000, { error: 'Please enter at most 100,000' })
    .nullable(),
  timezoneId: TimeZone,
  /** Null: at the start. */
  enrolClosesAt: z.iso.datetime({ error: 'Please choose a day and a time' }).nullable(),
  /** The cohort whose prices and meeting link are copied. Null: none. */
  copyOf: z.string().max(64).nullable(),
  /** For all sessions. Without one, that of the copied cohort. */
  meetingUrl: z.string().max(2000).nullable(),
  /** In the order of the live lessons. None: announced without dates. */
  sessions: z
    .array(z.object(SessionTimes))
    .max(MAX_SESSIONS, { error: `Dates can have ${MAX_SESSIONS} sessions at most` }),
  proSessions: ProSessions,
})
export type NewCohort = z.output<typeof NewCohort>

export const addCohort = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses/:course/cohorts',
  summary: 'Add dates to a course, or list what that would do',
  actor: 'person',
  idempotent: true,
  params: CourseParams,
  body: NewCohort.extend(Confirmation.shape),
  answers: { 200: z.object({ data: EffectList }) },
  refusals: ['EFFECTS_CHANGED', 'MEETING_INVALID', 'COHORT_NOT_FOUND', 'FIELD_INVALID', ...COURSE],
})
