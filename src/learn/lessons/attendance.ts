/** Records who attended a live session, and completes its lesson. docs/contract §12. */
import { type Attendance, findLessonCompletion, isAttended } from '#domain/learning/completion.ts'
import { getLearnerOpening } from '#domain/learning/session-window.ts'
import { WATCHED_PERCENT } from '#domain/learning/watched.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { completeLessons } from './complete-course.ts'
import type { SessionFacts } from './course-facts.ts'
import { asLearner } from './is-teacher.ts'
import { loadCourseFacts } from './load-course-facts.ts'
import { getJoin, putJoin, putVerdict, removeVerdict } from './queries/attendance.ts'
import { getLessonCompletion, lockLearner, replaceLessonCompletion } from './queries/progress.ts'
import { sessionStartedJob } from './queue.ts'

type AttendedSession = { personId: string; sessionId: string; startsAt: Date; lessonId: string; courseCode: string }

/**
 * The first moment of joining stays, unless the session was moved since. A person whom a teacher marked absent stays
 * absent. Joining before the start counts at the start, because the learner has no reason to join again.
 */
export async function recordJoin(deps: Deps, tx: Tx, session: AttendedSession): Promise<void> {
  const joined = await putJoin(tx, session, { at: deps.clock(), opensAt: getLearnerOpening(session.startsAt) })
  await countJoin(deps, tx, session, joined)
}

/** At the start of a session, for a learner who joined before it. A repeat changes nothing. */
export async function countEarlyJoin(deps: Deps, ids: { sessionId: string; personId: string }): Promise<void> {
  await transact(deps.db, async (tx) => {
    const joined = await getJoin(tx, ids)
    if (joined) await countJoin(deps, tx, { ...ids, ...joined }, joined)
  })
}

async function countJoin(
  deps: Deps,
  tx: Tx,
  session: AttendedSession,
  joined: Omit<Attendance, 'startsAt'>,
): Promise<void> {
  const { sessionId, personId, startsAt } = session
  const now = deps.clock()
  if (isAttended({ ...joined, startsAt }, now))
    return completeLessons(deps, tx, session, [{ ...session, completedBy: 'attended' }])
  if (startsAt <= now) return
  const key = `${sessionId} ${personId}`
  await deps.jobs.enqueue(tx, sessionStartedJob, { sessionId, personId }, { key, startAfter: startsAt })
}

/** Returns whether the verdict changed. Null removes it, so only joining counts. "absent" takes back what attendance completed, unless the recording was watched. */
export async function recordVerdict(
  deps: Deps,
  tx: Tx,
  session: AttendedSession,
  { verdict, verdictBy }: { verdict: 'present' | 'absent' | null; verdictBy: string },
): Promise<boolean> {
  if (verdict === null) return takeBackVerdict(deps, tx, session)
  const isNew = await putVerdict(tx, session, { verdict, verdictBy, at: deps.clock() })
  if (!isNew) return false
  if (verdict === 'present') await completeLessons(deps, tx, session, [{ ...session, completedBy: 'teacher' }])
  else await takeBackAttendance(deps, tx, session)
  return true
}

async function takeBackVerdict(deps: Deps, tx: Tx, session: AttendedSession): Promise<boolean> {
  const removed = await removeVerdict(tx, session)
  if (removed === null) return false
  await takeBackAttendance(deps, tx, session)
  await countJoin(deps, tx, session, { joinedAt: removed.joinedAt, verdict: null })
  return true
}

async function takeBackAttendance(
  deps: Deps,
  tx: Tx,
  { personId, lessonId, sessionId, courseCode }: AttendedSession,
): Promise<void> {
  await lockLearner(tx, personId)
  const completedBy = await getLessonCompletion(tx, personId, lessonId)
  if (completedBy !== 'attended' && completedBy !== 'teacher') return
  const facts = await loadCourseFacts(tx, asLearner(personId), courseCode)
  const sessions = facts?.enrolments.flatMap((enrolment) => enrolment.sessions) ?? []
  const remaining = sessions
    .filter((other) => other.lessonId === lessonId)
    .map((other) =>
      findLessonCompletion(toCompletionFacts(other, sessionId, facts!.course.recordingCounts, deps.clock())),
    )
    .find((completion) => completion !== null)
  await replaceLessonCompletion(tx, personId, lessonId, remaining ?? null)
}

/** The session that was marked counts as not attended. A session of another cohort for the same lesson still counts. */
function toCompletionFacts(session: SessionFacts, absentSessionId: string, recordingCounts: boolean, now: Date) {
  const length = session.recording?.lengthSeconds
  const absent: Attendance = { ...session.attendance, verdict: 'absent' }
  return {
    kind: 'live' as const,
    watchedPercent: WATCHED_PERCENT.default,
    media: length ? { ranges: session.ranges, lengthSeconds: length } : null,
    attendance: session.sessionId === absentSessionId ? absent : session.attendance,
    recordingCounts,
    isMarkedDone: false,
    now,
  }
}
