/** How long an enrolment gives access. docs/contract §10. */
import { extendAccessEnd, getAccessEnd } from '#domain/learning/access-term.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { getAccessTerm, listEndingAccess, moveAccessEnd } from './queries/access.ts'

/**
 * The end of access of an enrolment of an order that becomes active in this transaction, never earlier than the version
 * of the course said that the buyer saw. Null: without an end.
 */
export async function loadAccessEnd(tx: Tx, cohortCode: string, orderId: string): Promise<Date | null> {
  return calculateAccessEnd(await getAccessTerm(tx, cohortCode, orderId))
}

type AccessTermRow = Awaited<ReturnType<typeof getAccessTerm>>

export function calculateAccessEnd({ access_days, ends_at, timezone_id, now }: AccessTermRow): Date | null {
  return getAccessEnd({ accessDays: access_days, activatedAt: now, cohortEndsAt: ends_at, timezoneId: timezone_id })
}

/** Moves the ends of access after the dates or the days of a course have changed: later, and never earlier. */
export async function extendAccessOfCourse({ db }: Pick<Deps, 'db'>, courseCode: string): Promise<void> {
  for (const { id, created_at, access_ends_at, ...term } of await listEndingAccess(db, { courseCode })) {
    const proposed = calculateAccessEnd({ ...term, now: created_at })
    const next = extendAccessEnd(access_ends_at, proposed)
    if (next?.getTime() !== access_ends_at?.getTime()) await moveAccessEnd(db, id, next)
  }
}
