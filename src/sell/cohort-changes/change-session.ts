/** Moves or cancels one session that has not begun. docs/contract §37. */

import { lockCohort } from '#catalogue/catalog/queries/edit-cohort.ts'
import {
  cancelOneSession,
  findCohortOfSession,
  followSessions,
  lockSession,
  moveSessionTimes,
} from '#catalogue/catalog/queries/edit-session.ts'
import { noteCohortChange, planSessionTimes } from '#catalogue/drafts/change-cohort.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { changeWithEffects, type Effects } from '#http/effects/change-with-effects.ts'
import type { Confirmation } from '#http/effects/effects.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { Tx } from '#platform/db/db.ts'
import { applyAndListEffects } from './change-cohort.ts'

type MoveInput = Confirmation & { sessionId: string; localStart: string; minutes: number }
type SessionRow = NonNullable<Awaited<ReturnType<typeof lockSession>>>

/** The new start is in the zone in which the session was announced. The same time again changes nothing. */
export function moveSession(
  deps: Deps,
  person: ActingPerson,
  { sessionId, localStart, minutes, ...confirmation }: MoveInput,
): Promise<Outcome<Effects>> {
  const change = { sessionId, localStart, minutes }
  return changeOneSession(deps, person, { sessionId, change, ...confirmation }, async (tx, session) => {
    const planned = planSessionTimes({ localStart, minutes, timezoneId: session.timezone_id }, deps.clock())
    if (!planned.ok) return planned
    const { startsAt, endsAt } = planned.value
    const isSame = startsAt.getTime() === session.starts_at.getTime() && endsAt.getTime() === session.ends_at.getTime()
    if (!isSame) await moveSessionTimes(tx, sessionId, planned.value)
    return accepted(!isSame)
  })
}

/** The cohort keeps at least one session. */
export function cancelSession(
  deps: Deps,
  person: ActingPerson,
  { sessionId, ...confirmation }: Confirmation & { sessionId: string },
): Promise<Outcome<Effects>> {
  const change = { cancel: sessionId }
  const wanted = { sessionId, change, mayEndSessions: true, ...confirmation }
  return changeOneSession(deps, person, wanted, async (tx, _session, cohortCode) =>
    (await cancelOneSession(tx, sessionId, cohortCode)) ? accepted(true) : refused('LAST_SESSION'),
  )
}

async function changeOneSession(
  deps: Deps,
  person: ActingPerson,
  {
    sessionId,
    mayEndSessions = false,
    ...wanted
  }: Confirmation & {
    sessionId: string
    change: unknown
    mayEndSessions?: boolean
  },
  /** Returns whether something has changed. */
  apply: (tx: Tx, session: SessionRow, cohortCode: string) => Promise<Outcome<boolean>>,
): Promise<Outcome<Effects>> {
  return changeWithEffects(deps.db, wanted, async (tx) => {
    const found = await findCohortOfSession(tx, sessionId)
    if (!found) return refused('SESSION_NOT_FOUND')
    const { cohortCode, courseCode } = found
    const permitted = await requirePermission(tx, person, 'dates.edit', courseCode)
    if (!permitted.ok) return permitted.refusal.code === 'COURSE_NOT_FOUND' ? refused('SESSION_NOT_FOUND') : permitted
    return applyAndListEffects(deps, tx, { courseCode, cohortCode, mayEndSessions }, async () => {
      const cohort = await lockCohort(tx, cohortCode)
      if (!cohort || cohort.state === 'cancelled') return refused('COHORT_CANCELLED')
      const session = await lockSession(tx, sessionId)
      if (!session || session.cancelled_at !== null) return refused('SESSION_NOT_FOUND')
      if (session.starts_at <= deps.clock()) return refused('SESSION_BEGUN')
      const done = await apply(tx, session, cohortCode)
      if (!done.ok) return done
      if (!done.value) return accepted(null)
      await followSessions(tx, cohortCode)
      await noteCohortChange(deps, tx, person, { courseCode, cohortCode, fields: ['dates'] })
      return accepted(null)
    })
  })
}
