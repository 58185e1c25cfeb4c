/** The endpoints of the studio's frame: the courses that a person teaches. docs/contract §21. */
import { z } from 'zod'
import { ACTIONS } from '#domain/permission.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant, MoneyWire, TimeZone } from '#http/schemas.ts'
import { CourseParams, CourseView } from '#learn/lessons/wire/parts.ts'

const StudioCourse = CourseView.extend({
  state: z.enum(['draft', 'published', 'withdrawn']),
  /** The actions that the person may do on the course. */
  actions: z.array(z.enum(ACTIONS)),
  /** The session that runs now, else the next session. */
  nextSession: z
    .object({
      title: z.string(),
      startsAt: Instant,
      endsAt: Instant,
      /** The zone of the class. */
      timezoneId: TimeZone,
      hasMeeting: z.boolean(),
    })
    .nullable(),
})
export type StudioCourse = z.infer<typeof StudioCourse>

const StudioCard = StudioCourse.extend({
  /** As the public page says it. Null: not published. */
  sale: z
    .enum(['open', 'few-seats', 'full', 'coming-soon', 'in-progress', 'ended', 'on-demand', 'awaits-payments'])
    .nullable(),
  /** Of the dates that are not over, or of a course on demand. `capacity` null: no limit. Null: there are no dates. */
  seats: z.object({ taken: z.number(), capacity: z.number().nullable() }).nullable(),
  /** Since the first of the month in UTC (§46). Null: the role does not allow seeing it. */
  kept: MoneyWire.nullable(),
  /** What a draft lacks before it can be sold. Null: it is no draft, or one of many. */
  missingCount: z.number().nullable(),
})
export type StudioCard = z.infer<typeof StudioCard>

const SIGNED_IN = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const

export const listTaughtCourses = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses',
  summary: 'The courses that the person teaches, with their next session, seats taken and money kept',
  actor: 'person',
  /** `mayCreate`: whether the person may make courses. `profileSlug`: of the person's own profile, if there is one. */
  answers: {
    200: z.object({ data: z.array(StudioCard), mayCreate: z.boolean(), profileSlug: z.string().nullable() }),
  },
  refusals: [...SIGNED_IN],
})

const CalendarSession = z.object({
  sessionId: z.string(),
  title: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  /** The zone of the class. */
  timezoneId: TimeZone,
  hasMeeting: z.boolean(),
  course: z.object({ coursePrefixCode: z.string(), title: z.string(), hue: z.string() }),
  cohortName: z.string(),
  /** Another session at the same time, of the person or of a teacher of this one. */
  overlap: z.string().nullable(),
  /** Whether the role allows moving it. */
  mayMove: z.boolean(),
})
export type CalendarSession = z.infer<typeof CalendarSession>

/** What the home page of a person who teaches shows of the studio. docs/contract §21. */
export const StudioHome = z.object({
  mayCreate: z.boolean(),
  courseCount: z.number(),
  /** The first six, the next session first. */
  courses: z.array(StudioCard),
  /** Drafts that the person may publish, with what they lack; at most six. */
  drafts: z.array(z.object({ coursePrefixCode: z.string(), title: z.string(), missingCount: z.number() })),
  /** The next three, the running one first. */
  sessions: z.array(CalendarSession),
  /** Of all sessions ahead; the next three. */
  withoutLink: z.object({ count: z.number(), sessions: z.array(CalendarSession) }),
  /** Of the courses whose money the person may see (§46). Null: there is none. `since`: the first of the month in UTC. */
  money: z.object({ since: Instant, kept: MoneyWire, due: MoneyWire }).nullable(),
  /** Complete orders of the last fourteen days, of the same courses; the newest five, without their buyers. */
  orders: z
    .object({
      count: z.number(),
      newest: z.array(
        z.object({
          orderId: z.string(),
          coursePrefixCode: z.string(),
          courseTitle: z.string(),
          seats: z.number(),
          total: MoneyWire,
          completedAt: Instant,
          /** Of the money of the order. */
          refunded: z.enum(['none', 'part', 'all']),
        }),
      ),
    })
    .nullable(),
})
export type StudioHome = z.infer<typeof StudioHome>

export const listCalendar = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/calendar',
  summary: 'The sessions that the person teaches between two times, and the next one after them',
  actor: 'person',
  /** At most 32 days. */
  query: z.object({ from: z.iso.datetime(), until: z.iso.datetime() }),
  answers: { 200: z.object({ data: z.object({ sessions: z.array(CalendarSession), next: Instant.nullable() }) }) },
  refusals: ['FIELD_INVALID', ...SIGNED_IN],
})

export const readTaughtCourse = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course',
  summary: 'A course that the person teaches, with the actions that their role allows',
  actor: 'person',
  params: CourseParams,
  answers: { 200: z.object({ data: StudioCourse }) },
  refusals: ['COURSE_NOT_FOUND', ...SIGNED_IN],
})
