/** Decides who sees and who opens a live session. docs/contract §10 and §15. */
import { type CourseAccess, decideAccess } from '#domain/learning/access.ts'
import { getJoinWindow, type JoinWindow } from '#domain/learning/session-window.ts'
import { accepted, type Outcome, type Refusal, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { CourseFacts } from '#learn/lessons/course-facts.ts'
import { getAccessRefusal, getOutlineRefusal } from '#learn/lessons/lesson-access.ts'
import { loadCourseFacts } from '#learn/lessons/load-course-facts.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { findSession, type MeetingRow } from './queries/sessions.ts'

/** A session with the decisions about one person. */
export type SessionCase = { session: MeetingRow; facts: CourseFacts; access: CourseAccess; window: JoinWindow }

/** The session, if the person has a seat in its cohort or teaches its course. Another cohort's seat does not count. */
export async function requireSeenSession(
  deps: Deps,
  db: Db | Tx,
  member: ActingPerson,
  sessionId: string,
): Promise<Outcome<SessionCase>> {
  const session = await findSession(db, sessionId)
  const courseFacts = session ? await loadCourseFacts(db, member, session.course_code) : null
  if (!session || !courseFacts) return refused('SESSION_NOT_FOUND')
  const enrolments = courseFacts.enrolments.filter(({ cohort }) => cohort.cohortCode === session.cohort_code)
  const facts = { ...courseFacts, enrolments }
  const now = deps.clock()
  const access = decideAccess(facts, now)
  const refusal = getOutlineRefusal(access, 'SESSION_NOT_FOUND')
  if (refusal) return { ok: false, refusal: withCourse(refusal, courseFacts) }
  const times = { startsAt: session.starts_at, endsAt: session.ends_at, cancelledAt: session.cancelled_at }
  return accepted({ session, facts, access, window: getJoinWindow(times, facts.isTeacher, now) })
}

/** Names the course to a person without a seat in it, so that the page can offer the course. */
function withCourse(refusal: Refusal, { course, enrolments }: CourseFacts): Refusal {
  const isStranger = refusal.code === 'SESSION_NOT_FOUND' && enrolments.length === 0
  return isStranger ? { ...refusal, data: { coursePrefixCode: course.courseCode } } : refusal
}

/** The same, if access is open. */
export async function requireOpenSession(
  deps: Deps,
  db: Db | Tx,
  member: ActingPerson,
  sessionId: string,
): Promise<Outcome<SessionCase>> {
  const seen = await requireSeenSession(deps, db, member, sessionId)
  if (!seen.ok) return seen
  const refusal = getAccessRefusal(deps, seen.value, 'SESSION_NOT_FOUND')
  return refusal ? { ok: false, refusal } : seen
}
