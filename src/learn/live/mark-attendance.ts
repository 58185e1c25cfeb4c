/** Lists and marks the learners who attended a session, for its teachers. docs/contract §15. */
import { isAttended } from '#domain/learning/completion.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { recordVerdict } from '#learn/lessons/attendance.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { requireTaughtSession } from './manage-session.ts'
import { listAttendees } from './queries/sessions.ts'
import type { Attendee } from './wire/studio.ts'

type Attendees = { learners: Attendee[] }

export async function loadAttendance(deps: Deps, member: ActingPerson, sessionId: string): Promise<Outcome<Attendees>> {
  const session = await requireTaughtSession(deps.db, member, sessionId)
  if (!session.ok) return session
  const learners = await listAttendees(deps.db, session.value)
  const { starts_at: startsAt } = session.value
  return accepted({
    learners: learners.map(({ id, name, joined_at, verdict }) => ({
      personId: id,
      name,
      joinedAt: joined_at?.toISOString() ?? null,
      verdict,
      attended: isAttended({ startsAt, joinedAt: joined_at, verdict }, deps.clock()),
    })),
  })
}

/** From the start of the session on. Each change is an audit entry; a repeat is none. */
export async function markAttendance(
  deps: Deps,
  member: ActingPerson,
  { sessionId, personId, verdict }: { sessionId: string; personId: string; verdict: 'present' | 'absent' | null },
): Promise<Outcome<Attendees>> {
  const marked = await inOneTransaction(deps.db, async (tx) => {
    const session = await requireTaughtSession(tx, member, sessionId)
    if (!session.ok) return session
    const { starts_at: startsAt, cancelled_at, lesson_id: lessonId, course_code: courseCode } = session.value
    if (cancelled_at !== null || startsAt > deps.clock())
      return refused('SESSION_NOT_OPEN', { data: { opensAt: cancelled_at ? null : startsAt.toISOString() } })
    const learners = await listAttendees(tx, session.value)
    if (!learners.some(({ id }) => id === personId)) return refused('LEARNER_NOT_FOUND')
    const attended = { personId, sessionId, startsAt, lessonId, courseCode }
    if (await recordVerdict(deps, tx, attended, { verdict, verdictBy: member.personId }))
      await recordEvent(deps, tx, {
        actor: { kind: member.audience, id: member.personId },
        action: 'attendance-marked',
        object: { kind: 'session', id: sessionId },
        details: { person: personId, verdict: verdict ?? 'none' },
      })
    return accepted(null)
  })
  return marked.ok ? loadAttendance(deps, member, sessionId) : marked
}
