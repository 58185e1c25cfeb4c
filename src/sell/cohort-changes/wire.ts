/** The endpoints that change dates and seats which people have. docs/contract §37. */
import { z } from 'zod'
import { ProSessions } from '#catalogue/dates/wire.ts'
import { CohortChange, SessionTimes } from '#catalogue/drafts/wire.ts'
import { Confirmation, EffectList } from '#http/effects/effects.ts'
import { endpoint } from '#http/endpoint.ts'
import { TimeZone } from '#http/schemas.ts'

const SIGNED_IN = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const
const COHORT = ['COHORT_NOT_FOUND', 'COHORT_CANCELLED', 'ROLE_NEEDED', 'EFFECTS_CHANGED', ...SIGNED_IN] as const
const SESSION = ['SESSION_NOT_FOUND', 'SESSION_BEGUN', 'COHORT_CANCELLED', 'ROLE_NEEDED', ...SIGNED_IN] as const

const CohortParams = z.object({ cohort: z.string().max(64) })
const SessionParams = z.object({ sessionId: z.uuid() })
const Listed = z.object({ data: EffectList })

export const changeCohort = endpoint({
  host: 'static-data',
  method: 'PATCH',
  path: 'studio/cohorts/:cohort',
  summary: 'Change the seats, the dates, the end of enrolment or the price of a cohort, or list what that would do',
  actor: 'person',
  params: CohortParams,
  body: CohortChange.extend(Confirmation.shape),
  answers: { 200: Listed },
  refusals: ['SEATS_BELOW_TAKEN', 'FIELD_INVALID', ...COHORT],
})

const MAX_SESSIONS = 200

const CohortSeries = z.object({
  timezoneId: TimeZone,
  /** For all sessions. Null: none yet. */
  meetingUrl: z.string().max(2000).nullable(),
  /** `open`: enrolment opens too. */
  state: z.enum(['announced', 'open']),
  /** True: further sessions of dates that have some. They are in the zone of the dates, and get their meeting link. */
  isMore: z.boolean().default(false),
  /** In the order of the live lessons. */
  sessions: z
    .array(z.object(SessionTimes))
    .min(1)
    .max(MAX_SESSIONS, { error: `Dates can have ${MAX_SESSIONS} sessions at most` }),
  proSessions: ProSessions,
})
export type CohortSeries = z.output<typeof CohortSeries>

export const dateCohort = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/cohorts/:cohort/sessions',
  summary: 'Give announced dates a series of sessions, or other dates further sessions, or list what that would do',
  actor: 'person',
  params: CohortParams,
  body: CohortSeries.extend(Confirmation.shape),
  answers: { 200: Listed },
  refusals: ['MEETING_INVALID', 'FIELD_INVALID', ...COHORT],
})

export const cancelTaughtCohort = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/cohorts/:cohort/cancel',
  summary: 'Cancel the dates of a cohort and refund every order in full, or list what that would do',
  actor: 'person',
  stepUp: 'unless-preview',
  params: CohortParams,
  body: Confirmation.extend({
    /** Learners see it. Needed unless this is a preview. */
    reason: z.string().trim().max(500, { error: 'Please use at most 500 characters' }).optional(),
  }),
  answers: { 200: Listed },
  refusals: ['STEP_UP_REQUIRED', 'FIELD_INVALID', ...COHORT],
})

export const moveSession = endpoint({
  host: 'static-data',
  method: 'PATCH',
  path: 'studio/sessions/:sessionId/time',
  summary: 'Move a session that has not begun, or list what that would do',
  actor: 'person',
  params: SessionParams,
  body: z.object({ ...SessionTimes, ...Confirmation.shape }),
  answers: { 200: Listed },
  refusals: ['EFFECTS_CHANGED', 'FIELD_INVALID', ...SESSION],
})

export const cancelSession = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/sessions/:sessionId/cancel',
  summary: 'Cancel a session that has not begun, or list what that would do',
  actor: 'person',
  params: SessionParams,
  body: Confirmation,
  answers: { 200: Listed },
  refusals: ['EFFECTS_CHANGED', 'LAST_SESSION', ...SESSION],
})
