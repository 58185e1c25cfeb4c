/** The endpoints of the studio's frame: the courses that a person teaches. docs/contract §21. */
import { z } from 'zod'
import { ACTIONS } from '#domain/permission.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant, TimeZone } from '#http/schemas.ts'
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

const SIGNED_IN = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const

export const listTaughtCourses = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses',
  summary: 'The courses that the person teaches, with their next session',
  actor: 'person',
  /** `mayCreate`: whether the person may make courses. `profileSlug`: of the person's own profile, if there is one. */
  answers: {
    200: z.object({ data: z.array(StudioCourse), mayCreate: z.boolean(), profileSlug: z.string().nullable() }),
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
