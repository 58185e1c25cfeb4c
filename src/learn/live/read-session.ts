/** One session as a learner or a teacher sees it, and all sessions of a person. docs/contract §15. */

import { createCalendarPath } from '#catalogue/catalog/calendar/calendar.ts'
import { findJoin, isAttended } from '#domain/learning/completion.ts'
import { getJoinWindow, type JoinWindow } from '#domain/learning/session-window.ts'
import { getLengthSeconds } from '#domain/learning/watched.ts'
import { accepted, type Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { noteLastSeen } from '#learn/lessons/last-seen.ts'
import { parseLessonText } from '#learn/lessons/text/lesson-text.ts'
import { toAccessView, toCourseView } from '#learn/lessons/views.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import {
  getAttendance,
  getOwnRecording,
  getRequirements,
  listOwnAttendance,
  listOwnSessions,
  type MeetingRow,
} from './queries/sessions.ts'
import { requireSeenSession } from './session-access.ts'
import type { OwnSession, SessionPage } from './wire/learn.ts'

/** The recap belongs to the meeting, so it needs open access; the dates do not. */
export async function loadSession(deps: Deps, member: ActingPerson, sessionId: string): Promise<Outcome<SessionPage>> {
  const { personId } = member
  const seen = await requireSeenSession(deps, deps.db, member, sessionId)
  if (!seen.ok) return seen
  const { session, facts, access, window } = seen.value
  await noteLastSeen(deps, facts, access)
  const isOpen = access.state === 'open'
  const hasEnded = session.ends_at <= deps.clock()
  const canSeeAfter = isOpen && (hasEnded || facts.isTeacher)
  const [requirements, attendance, recording] = await Promise.all([
    getRequirements(deps.db, session.course_code),
    getAttendance(deps.db, sessionId, personId),
    canSeeAfter ? loadRecording(deps, personId, session) : null,
  ])
  return accepted({
    ...toSessionTimes(session),
    ...toOwnJoin(session, window, attendance, deps.clock()),
    lessonId: session.lesson_id,
    course: toCourseView(facts),
    cohort: { courseCode: session.cohort_code, name: session.cohort_name },
    access: toAccessView(facts, access),
    isCourseComplete: facts.completion !== null,
    requirements,
    recap: canSeeAfter ? parseLessonText(session.recap ?? '') : [],
    recording,
    calendarUrl: createCalendarPath(deps.secrets, session.cohort_code),
  })
}

export async function loadOwnSessions(deps: Deps, personId: string): Promise<OwnSession[]> {
  const now = deps.clock()
  const [sessions, attendance] = await Promise.all([
    listOwnSessions(deps.db, personId),
    listOwnAttendance(deps.db, personId),
  ])
  const attendances = new Map(attendance.map((row) => [row.session_id, row]))
  return sessions.map((session) => {
    const times = { startsAt: session.starts_at, endsAt: session.ends_at, cancelledAt: session.cancelled_at }
    return {
      ...toSessionTimes(session),
      course: { coursePrefixCode: session.course_code, title: session.course_title },
      cohort: { courseCode: session.cohort_code, name: session.cohort_name },
      ...toOwnJoin(session, getJoinWindow(times, false, now), attendances.get(session.id), now),
      recordingReady: session.ends_at <= now && session.recording_state === 'ready',
      calendarUrl: createCalendarPath(deps.secrets, session.cohort_code),
    }
  })
}

function toOwnJoin(
  { starts_at: startsAt, sealed_meeting_url }: MeetingRow,
  { state, opensAt, closesAt }: JoinWindow,
  row: { joined_at: Date | null; verdict: 'present' | 'absent' | null } | undefined,
  now: Date,
) {
  const attendance = { startsAt, joinedAt: row?.joined_at ?? null, verdict: row?.verdict ?? null }
  return {
    state,
    opensAt: opensAt.toISOString(),
    closesAt: closesAt.toISOString(),
    hasMeeting: sealed_meeting_url !== null,
    joinedAt: findJoin(attendance)?.toISOString() ?? null,
    attended: isAttended(attendance, now),
  }
}

function toSessionTimes(session: MeetingRow) {
  return {
    sessionId: session.id,
    lessonKey: session.lesson_key,
    title: session.title,
    startsAt: session.starts_at.toISOString(),
    endsAt: session.ends_at.toISOString(),
    timezoneId: session.timezone_id,
  }
}

async function loadRecording(
  { db }: Pick<Deps, 'db'>,
  personId: string,
  session: MeetingRow,
): Promise<SessionPage['recording']> {
  const { recording_asset_id: assetId, recording_state: state, recording_duration_ms: durationMs } = session
  if (!assetId) return null
  return {
    assetId,
    kind: session.recording_kind === 'audio' ? 'audio' : 'video',
    state: state === 'ready' || state === 'failed' ? state : 'processing',
    durationSeconds: durationMs === null ? null : getLengthSeconds(durationMs),
    ...(await getOwnRecording(db, { personId, lessonId: session.lesson_id, assetId })),
  }
}
