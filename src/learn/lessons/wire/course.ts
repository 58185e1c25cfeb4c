/** The endpoints of a learner's courses: home, course room, search and people. docs/contract §16. */
import { z } from 'zod'
import { isSearchable } from '#domain/search-text.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant, MoneyWire, TimeZone } from '#http/schemas.ts'
import {
  AccessView,
  CourseParams,
  CourseProgressView,
  CourseView,
  LessonKindSchema,
  ReleaseView,
  SessionView,
} from './parts.ts'

const CourseSession = SessionView.extend({ coursePrefixCode: z.string(), courseTitle: z.string() })

const DueItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('balance'),
    coursePrefixCode: z.string(),
    courseTitle: z.string(),
    dueAt: Instant,
    amount: MoneyWire,
    payUrl: z.string(),
    /** The lessons are closed until it is paid. */
    isPaused: z.boolean(),
    /** The card that will be charged for it, and when. Null without one. */
    savedCard: z.object({ brand: z.string(), last4: z.string(), chargeAt: Instant }).nullable(),
  }),
  CourseSession.extend({ kind: z.literal('session') }),
  z.object({
    kind: z.literal('certificate'),
    coursePrefixCode: z.string(),
    courseTitle: z.string(),
    certificateId: z.string(),
    issuedAt: Instant,
  }),
])

export const LearnHome = z
  .object({
    /** The lesson to go on with: the last one reported, else the first open one of the course used last. */
    continue: z
      .object({
        coursePrefixCode: z.string(),
        courseTitle: z.string(),
        lessonId: z.string(),
        lessonKey: z.string(),
        /** The session whose recording is continued. Null for other lessons. */
        sessionId: z.string().nullable(),
        kind: LessonKindSchema,
        title: z.string(),
        minutesLeft: z.number(),
        /** From the position to the end of its file. Null without a file. */
        secondsLeft: z.number().nullable(),
        positionSeconds: z.number(),
        progressPercent: z.number(),
        /** True if the person has begun it. */
        isStarted: z.boolean(),
        posterUrl: z.string().nullable(),
      })
      .nullable(),
    due: z.array(DueItem),
    nextSession: CourseSession.nullable(),
    courses: z.array(
      CourseView.extend({
        courseCode: z.string(),
        /** Null without an enrolment that has dates. */
        calendarUrl: z.string().nullable(),
        startsAt: Instant.nullable(),
        endsAt: Instant.nullable(),
        timezoneId: z.string().nullable(),
        /** Sessions ahead that were cancelled since the enrolment, with the start that they had. */
        cancelledSessions: z.array(z.object({ title: z.string(), startsAt: Instant })),
        access: AccessView,
        progress: CourseProgressView,
        completedAt: Instant.nullable(),
        certificateId: z.string().nullable(),
        url: z.string(),
      }),
    ),
  })
  .meta({ id: 'LearnHome' })
export type LearnHome = z.infer<typeof LearnHome>

export const learnHome = endpoint({
  host: 'community',
  method: 'GET',
  path: 'learn/home',
  summary: 'The lesson to continue, what is due, the next session and the courses of the person',
  actor: 'person',
  answers: { 200: z.object({ data: LearnHome }) },
  refusals: ['TOKEN_REQUIRED', 'TOKEN_INVALID'],
})

const RoomLesson = z.object({
  lessonId: z.string(),
  key: z.string(),
  kind: LessonKindSchema,
  title: z.string(),
  summary: z.string(),
  minutes: z.number(),
  /** The length of its video or audio file. */
  durationSeconds: z.number().nullable(),
  state: z.enum(['planned', 'published']),
  release: ReleaseView,
  progressPercent: z.number(),
  /** The second of its file at which playback goes on. */
  positionSeconds: z.number(),
  startedAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  required: z.boolean(),
})

/** With its local times in the requested zone, else in the cohort's. */
const RoomSession = SessionView.extend({
  localDate: z.string(),
  localTime: z.string(),
  utcOffset: z.string(),
  displayText: z.string(),
})

const CourseRoom = z.object({
  course: CourseView,
  access: AccessView,
  /** Null for a teacher without an enrolment. */
  cohort: z
    .object({
      courseCode: z.string(),
      name: z.string(),
      timezoneId: z.string(),
      startsAt: Instant.nullable(),
      endsAt: Instant.nullable(),
      isCancelled: z.boolean(),
      calendarUrl: z.string().nullable(),
    })
    .nullable(),
  modules: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      kind: z.enum(['module', 'pro']),
      /** The release of the lesson in it that opens first. */
      release: ReleaseView,
      lessons: z.array(RoomLesson),
    }),
  ),
  /** Lessons that the person started and the course no longer has. */
  withdrawn: z.array(z.object({ lessonId: z.string(), key: z.string(), title: z.string() })),
  sessions: z.array(RoomSession),
  /** The files of lessons that are open to the person. */
  files: z.array(z.object({ lessonId: z.string(), assetId: z.string(), label: z.string(), bytes: z.number() })),
  progress: CourseProgressView,
  completion: z.object({ completedAt: Instant }).nullable(),
  certificateId: z.string().nullable(),
  /** The messages that the teachers sent to the person. */
  messageCount: z.number(),
})
export type CourseRoom = z.infer<typeof CourseRoom>

const COURSE_REFUSALS = [
  'COURSE_NOT_FOUND',
  'ENROLMENT_UNCONFIRMED',
  'ACCESS_ENDED',
  'TOKEN_REQUIRED',
  'TOKEN_INVALID',
] as const

export const courseRoom = endpoint({
  host: 'community',
  method: 'GET',
  path: 'learn/courses/:course',
  summary: 'A course as its learner sees it: access, lessons, sessions, files and progress',
  actor: 'person',
  params: CourseParams,
  query: z.object({ timezoneId: TimeZone.optional(), timezone_id: TimeZone.optional() }),
  answers: { 200: z.object({ data: CourseRoom }) },
  refusals: [...COURSE_REFUSALS, 'TIMEZONE_INVALID'],
})

export const searchCourse = endpoint({
  host: 'community',
  method: 'GET',
  path: 'learn/courses/:course/search',
  summary: 'Captions and texts of the open lessons of a course that contain some words',
  actor: 'person',
  params: CourseParams,
  query: z.object({
    q: z
      .string()
      .trim()
      .max(100, { error: 'Please use fewer words' })
      .refine(isSearchable, { error: 'Please enter at least 2 characters' }),
  }),
  answers: {
    200: z.object({
      data: z.object({
        results: z.array(
          z.object({
            lessonId: z.string(),
            lessonKey: z.string(),
            title: z.string(),
            /** Null: the text of the lesson, not a caption. */
            atSeconds: z.number().nullable(),
            text: z.string(),
          }),
        ),
      }),
    }),
  },
  refusals: [...COURSE_REFUSALS, 'FIELD_INVALID', 'ACCESS_FROZEN', 'ACCESS_OVER', 'BALANCE_DUE'],
})

export const listCoursePeople = endpoint({
  host: 'community',
  method: 'GET',
  path: 'learn/courses/:course/people',
  summary: 'People in the same live cohort who chose to be shown: first name and initial',
  actor: 'person',
  params: CourseParams,
  answers: {
    200: z.object({ data: z.object({ isVisible: z.boolean(), people: z.array(z.object({ name: z.string() })) }) }),
  },
  refusals: [...COURSE_REFUSALS, 'ACCESS_FROZEN', 'ACCESS_OVER', 'BALANCE_DUE'],
})
