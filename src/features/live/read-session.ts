/** One session as a learner or a teacher sees it, and all sessions of a person. docs/contract.md §15. */
import { isAttended } from '#domain/learning/completion.ts'
import { getJoinWindow } from '#domain/learning/session-window.ts'
import { accepted, type Outcome } from '#domain/outcome.ts'
import { createCalendarPath } from '#features/catalog/calendar.ts'
import { toAccessView } from '#features/lessons/views.ts'
import type { Deps } from '#http/deps.ts'
import { getAttendance, getCourseFrame, listOwnSessions, type MeetingRow } from './queries/sessions.ts'
import { requireSeenSession } from './session-access.ts'
import type { OwnSession, SessionPage } from './wire/learn.ts'

/** The recap belongs to the meeting, so it needs open access; the dates do not. */
export async function loadSession(deps: Deps, personId: string, sessionId: string): Promise<Outcome<SessionPage>> {
  const seen = await requireSeenSession(deps, deps.db, personId, sessionId)
  if (!seen.ok) return seen
  const { session, facts, access, window } = seen.value
  const [frame, attendance] = await Promise.all([
    getCourseFrame(deps.db, session.course_code),
    getAttendance(deps.db, sessionId, personId),
  ])
  const isOpen = access.state === 'open'
  const hasEnded = session.ends_at <= deps.clock()
  const canSeeAfter = isOpen && (hasEnded || facts.isTeacher)
  return accepted({
    ...toSessionTimes(session),
    lessonId: session.lesson_id,
    course: { coursePrefixCode: session.course_code, title: session.course_title },
    cohort: { courseCode: session.cohort_code, name: session.cohort_name },
    access: toAccessView(facts, access),
    opensAt: window.opensAt.toISOString(),
    closesAt: window.closesAt.toISOString(),
    state: window.state,
    hasMeeting: session.sealed_meeting_url !== null,
    attended: isAttended({ joinedAt: attendance?.joined_at ?? null, verdict: attendance?.verdict ?? null }),
    teachers: frame.teachers,
    requirements: frame.requirements,
    recap: canSeeAfter ? session.recap : null,
    recording: canSeeAfter ? toRecording(session) : null,
    calendarUrl: createCalendarPath(deps.secrets, session.cohort_code),
  })
}

export async function loadOwnSessions(deps: Deps, personId: string): Promise<OwnSession[]> {
  const now = deps.clock()
  return (await listOwnSessions(deps.db, personId)).map((session) => {
    const times = { startsAt: session.starts_at, endsAt: session.ends_at, cancelledAt: session.cancelled_at }
    return {
      ...toSessionTimes(session),
      course: { coursePrefixCode: session.course_code, title: session.course_title },
      cohort: { courseCode: session.cohort_code, name: session.cohort_name },
      state: getJoinWindow(times, false, now).state,
      recordingReady: session.recording_state === 'ready',
      calendarUrl: createCalendarPath(deps.secrets, session.cohort_code),
    }
  })
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

function toRecording({ recording_asset_id, recording_state }: MeetingRow): SessionPage['recording'] {
  if (!recording_asset_id) return null
  const isFinal = recording_state === 'ready' || recording_state === 'failed'
  return { assetId: recording_asset_id, state: isFinal ? recording_state : 'processing' }
}
