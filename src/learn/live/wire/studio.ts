/** The endpoints of live sessions for teachers. docs/contract §21. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant, TimeZone } from '#http/schemas.ts'
import { CourseParams } from '#learn/lessons/wire/parts.ts'

const RECAP_MAX = 6000

const SessionUpdate = z.object({
  /** An https address; null removes it. */
  meetingUrl: z.string().max(2000).nullable().optional(),
  /** Markdown; null removes it. */
  recap: z.string().max(RECAP_MAX, { error: 'Please use at most 6,000 characters' }).nullable().optional(),
  /** A video or audio file of the course; null removes it from the session. */
  recordingAssetId: z.uuid().nullable().optional(),
})
export type SessionUpdate = z.infer<typeof SessionUpdate>

const TaughtSession = z.object({
  sessionId: z.string(),
  lessonKey: z.string(),
  title: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  timezoneId: TimeZone,
  isCancelled: z.boolean(),
  cohort: z.object({ courseCode: z.string(), name: z.string() }),
  /** The host name of the meeting. Null: no address yet. */
  meetingHost: z.string().nullable(),
  recap: z.string().nullable(),
  recording: z
    .object({
      assetId: z.string(),
      filename: z.string(),
      state: z.enum(['uploading', 'stored', 'processing', 'ready', 'failed', 'deleted']),
    })
    .nullable(),
})
export type TaughtSession = z.infer<typeof TaughtSession>

const Attendee = z.object({
  personId: z.string(),
  name: z.string(),
  joinedAt: Instant.nullable(),
  verdict: z.enum(['present', 'absent']).nullable(),
  attended: z.boolean(),
})
export type Attendee = z.infer<typeof Attendee>

const SessionParams = z.object({ sessionId: z.uuid() })
const Attendees = z.object({ data: z.object({ learners: z.array(Attendee) }) })

const SIGNED_IN = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const
const SESSION = ['SESSION_NOT_FOUND', 'ROLE_NEEDED', ...SIGNED_IN] as const

const TaughtSessions = z.object({
  courseTitle: z.string(),
  sessions: z.array(TaughtSession),
  /** The course's files that can be a recording. */
  recordings: z.array(z.object({ assetId: z.string(), filename: z.string() })),
})
export type TaughtSessions = z.infer<typeof TaughtSessions>

export const listTaughtSessions = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/sessions',
  summary: 'The live sessions of a course, for its teachers',
  actor: 'person',
  params: CourseParams,
  answers: { 200: z.object({ data: TaughtSessions }) },
  refusals: ['COURSE_NOT_FOUND', 'ROLE_NEEDED', ...SIGNED_IN],
})

export const changeMeeting = endpoint({
  host: 'static-data',
  method: 'PATCH',
  path: 'studio/sessions/:sessionId/meeting',
  summary: 'Change the meeting address, the recap or the recording of a session',
  actor: 'person',
  params: SessionParams,
  body: SessionUpdate,
  answers: { 200: z.object({ data: TaughtSession }) },
  refusals: [...SESSION, 'MEETING_INVALID', 'RECAP_LINK_INVALID', 'ASSET_NOT_FOUND', 'FIELD_INVALID'],
})

export const listAttendance = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/sessions/:sessionId/attendance',
  summary: 'The learners of a session, with joining and verdict',
  actor: 'person',
  params: SessionParams,
  answers: { 200: Attendees },
  refusals: [...SESSION],
})

export const markAttendance = endpoint({
  host: 'static-data',
  method: 'PATCH',
  path: 'studio/sessions/:sessionId/attendance',
  summary: 'Mark a learner present or absent after the start, or take the mark back',
  actor: 'person',
  params: SessionParams,
  /** Null takes the verdict back. */
  body: z.object({ personId: z.uuid(), verdict: z.enum(['present', 'absent']).nullable() }),
  answers: { 200: Attendees },
  refusals: [...SESSION, 'LEARNER_NOT_FOUND', 'SESSION_NOT_OPEN', 'FIELD_INVALID'],
})
