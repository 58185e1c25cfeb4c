/** The statements by which the studio moves and cancels a session, and by which a cohort follows its sessions. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import { cancelSession } from './put-sessions.ts'
import { noteStudioChange } from './studio-changes.ts'

export type SessionTimes = { localStart: string; startsAt: Date; endsAt: Date }

/** primary keys; the cohort of a session, and its course */
export function findCohortOfSession(db: Db | Tx, sessionId: string) {
  return db
    .selectFrom('cohort_session')
    .innerJoin('cohort', 'cohort.cohort_code', 'cohort_session.cohort_code')
    .select(['cohort.cohort_code as cohortCode', 'cohort.course_code as courseCode'])
    .where('cohort_session.id', '=', sessionId)
    .executeTakeFirst()
}

/** primary key; locks the session until the transaction ends */
export function lockSession(tx: Tx, sessionId: string) {
  return tx
    .selectFrom('cohort_session')
    .select(['id', 'title', 'local_start', 'timezone_id', 'starts_at', 'ends_at', 'cancelled_at'])
    .where('id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** primary key; calendars get the change by its sequence */
export async function moveSessionTimes(tx: Tx, id: string, { localStart, startsAt, endsAt }: SessionTimes) {
  await tx
    .updateTable('cohort_session')
    .set({ local_start: localStart, starts_at: startsAt, ends_at: endsAt, sequence: sql`sequence + 1` })
    .where('id', '=', id)
    .execute()
}

/**
 * Index cohort_session_time. After a calendar was told that a learner has left these dates, with the number after the
 * stored one: whatever it is told about them later, such as after a move back or a new purchase, has a higher number.
 */
export async function raiseSequences(tx: Tx, cohortCode: string): Promise<void> {
  await tx
    .updateTable('cohort_session')
    .set({ sequence: sql`sequence + 2` })
    .where('cohort_code', '=', cohortCode)
    .where('cancelled_at', 'is', null)
    .execute()
}

/** Index cohort_session_time. False for the only session that is left. */
export async function cancelOneSession(tx: Tx, id: string, cohortCode: string): Promise<boolean> {
  const left = await tx
    .selectFrom('cohort_session')
    .select('id')
    .where('cohort_code', '=', cohortCode)
    .where('cancelled_at', 'is', null)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  if (left) await cancelSession(tx, id)
  return left !== undefined
}

/**
 * Index cohort_session_time. The cohort gets the first start and the last end of its sessions, which stand in the order
 * of their starts. An end of enrolment that was the old start, or that is after the new one, follows the start.
 */
export async function followSessions(tx: Tx, cohortCode: string): Promise<void> {
  await sql`update cohort_session as one set position = ordered.position from (
      select id, row_number() over (order by starts_at, id) - 1 as position from cohort_session
      where cohort_code = ${cohortCode} and cancelled_at is null) as ordered
    where one.id = ordered.id and one.position <> ordered.position`.execute(tx)
  await sql`update cohort set starts_at = times.starts_at, ends_at = times.ends_at,
      enrol_closes_at = case when enrol_closes_at = cohort.starts_at or enrol_closes_at >= times.starts_at then null
        else enrol_closes_at end
    from (select min(starts_at) as starts_at, max(ends_at) as ends_at from cohort_session
      where cohort_code = ${cohortCode} and cancelled_at is null) as times
    where cohort_code = ${cohortCode}`.execute(tx)
  await noteStudioChange(tx, 'cohorts', cohortCode)
}
