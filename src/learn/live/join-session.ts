/**
 * The way into a meeting: a ticket for two minutes, and one redirect. The address of the meeting is in that redirect
 * only. docs/contract §15.
 */
import { accepted, type Outcome, type Refusal, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { recordJoin } from '#learn/lessons/attendance.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { addTicket, consumeTicket } from './queries/tickets.ts'
import { requireOpenSession, type SessionCase } from './session-access.ts'

const TICKET_MS = 2 * 60_000

export async function joinSession(
  deps: Deps,
  member: ActingPerson,
  sessionId: string,
): Promise<Outcome<{ goUrl: string }>> {
  const joinable = await requireJoinable(deps, deps.db, member, sessionId)
  if (!joinable.ok) return joinable
  const ticket = deps.secrets.newToken()
  const expiresAt = new Date(deps.clock().getTime() + TICKET_MS)
  await addTicket(deps.db, { hash: deps.secrets.hash(ticket), sessionId, member, expiresAt })
  const url = new URL(`/api/v1/learn/sessions/${sessionId}/go`, deps.config.communityApiUrl)
  url.searchParams.set('ticket', ticket)
  return accepted({ goUrl: url.href })
}

/** Uses the ticket, asks access and window again, and records that the learner joined. */
export async function goToMeeting(
  deps: Deps,
  { sessionId, ticket }: { sessionId: string; ticket: string },
): Promise<Outcome<{ meetingUrl: string }>> {
  return inOneTransaction(deps.db, async (tx) => {
    const member = await consumeTicket(tx, { hash: deps.secrets.hash(ticket), sessionId, now: deps.clock() })
    if (!member) return refused('TICKET_INVALID')
    const joinable = await requireJoinable(deps, tx, member, sessionId)
    if (!joinable.ok) return joinable
    const { session, facts } = joinable.value
    if (!facts.isTeacher)
      await recordJoin(deps, tx, {
        personId: member.personId,
        sessionId,
        startsAt: session.starts_at,
        lessonId: session.lesson_id,
        courseCode: session.course_code,
      })
    return accepted({ meetingUrl: deps.secrets.open(session.sealed_meeting_url!) })
  })
}

/** The session, if the person may join now and its meeting has an address. */
async function requireJoinable(
  deps: Deps,
  db: Db | Tx,
  member: ActingPerson,
  sessionId: string,
): Promise<Outcome<SessionCase>> {
  const open = await requireOpenSession(deps, db, member, sessionId)
  if (!open.ok) return open
  const refusal = getWindowRefusal(open.value)
  if (refusal) return { ok: false, refusal }
  return open.value.session.sealed_meeting_url ? open : refused('MEETING_MISSING')
}

/** Null: the session can be joined now. */
function getWindowRefusal({ window }: SessionCase): Refusal | null {
  if (window.state === 'open') return null
  const opensAt = window.state === 'early' ? window.opensAt.toISOString() : null
  return { code: 'SESSION_NOT_OPEN', data: { opensAt } }
}
