/** The endpoints of live sessions for learners. docs/contract §21. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant, TimeZone } from '#http/schemas.ts'
import { AccessView, CourseView } from '#learn/lessons/wire/parts.ts'
import { Playback } from '#learn/lessons/wire/play.ts'
import { TextNode } from '#learn/lessons/wire/text.ts'

const SessionTimes = z.object({
  sessionId: z.string(),
  lessonKey: z.string(),
  title: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  /** The zone of the class. */
  timezoneId: TimeZone,
  course: z.object({ coursePrefixCode: z.string(), title: z.string() }),
  cohort: z.object({ courseCode: z.string(), name: z.string() }),
  state: z.enum(['early', 'open', 'ended', 'cancelled']),
  /** The time in which the person may join. */
  opensAt: Instant,
  closesAt: Instant,
  /** False: the teacher has not added the meeting yet. */
  hasMeeting: z.boolean(),
  /** The first time that the person joined. Null: not yet. */
  joinedAt: Instant.nullable(),
  /** From the start of the session on. */
  attended: z.boolean(),
  /** The calendar file of all sessions of the cohort. */
  calendarUrl: z.string(),
})

const SessionPage = SessionTimes.extend({
  course: CourseView,
  lessonId: z.string(),
  access: AccessView,
  /** The person has completed the course, perhaps by this session. */
  isCourseComplete: z.boolean(),
  requirements: z.array(z.string()),
  /** After the end and with open access. Empty: there is no recap. */
  recap: z.array(TextNode),
  recording: z
    .object({
      assetId: z.string(),
      kind: z.enum(['video', 'audio']),
      state: z.enum(['processing', 'ready', 'failed']),
      durationSeconds: z.number().nullable(),
      /** The second at which the person stopped. */
      positionSeconds: z.number(),
      hasCaptions: z.boolean(),
    })
    .nullable(),
})
export type SessionPage = z.infer<typeof SessionPage>

const OwnSession = SessionTimes.extend({ recordingReady: z.boolean() })
export type OwnSession = z.infer<typeof OwnSession>

const SessionParams = z.object({ sessionId: z.uuid() })

const SIGNED_IN = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const
const ACCESS = ['SESSION_NOT_FOUND', 'ENROLMENT_UNCONFIRMED', 'ACCESS_ENDED'] as const
const CLOSED = ['ACCESS_FROZEN', 'ACCESS_OVER', 'BALANCE_DUE'] as const
const WINDOW = ['SESSION_NOT_OPEN', 'MEETING_MISSING'] as const

export const listOwnSessions = endpoint({
  host: 'community',
  method: 'GET',
  path: 'learn/sessions',
  summary: 'All live sessions of the person’s courses, by date',
  actor: 'person',
  answers: { 200: z.object({ data: z.array(OwnSession) }) },
  refusals: [...SIGNED_IN],
})

export const readSession = endpoint({
  host: 'community',
  method: 'GET',
  path: 'learn/sessions/:sessionId',
  summary: 'One live session: dates, state, and after the end its recap and recording',
  actor: 'person',
  params: SessionParams,
  answers: { 200: z.object({ data: SessionPage }) },
  refusals: [...ACCESS, ...SIGNED_IN],
})

/** A browser opens this address without a token, so the ticket is its only proof. */
export const goToMeeting = endpoint({
  host: 'community',
  method: 'GET',
  path: 'learn/sessions/:sessionId/go',
  summary: 'Use a ticket: leads into the meeting and records that the learner joined',
  actor: 'anyone',
  params: SessionParams,
  query: z.object({ ticket: z.string().max(100) }),
  answers: {},
  redirect: true,
  refusals: ['TICKET_INVALID', 'FIELD_INVALID', ...ACCESS, ...CLOSED, ...WINDOW],
})

export const playRecording = endpoint({
  host: 'community',
  method: 'POST',
  path: 'learn/sessions/:sessionId/play',
  summary: 'Get the recording of a session for up to four hours',
  actor: 'person',
  params: SessionParams,
  answers: { 200: z.object({ data: Playback }) },
  refusals: [...ACCESS, ...CLOSED, ...SIGNED_IN, 'MEDIA_PROCESSING', 'MEDIA_FAILED', 'ASSET_NOT_FOUND', 'RATE_LIMITED'],
})
