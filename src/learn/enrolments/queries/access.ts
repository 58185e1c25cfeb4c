/** The statements about how long an enrolment gives access, and when its learner was last here. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** primary key; @param day such as `2027-01-12` */
export async function writeLastSeen(db: Db, enrolmentId: string, day: string): Promise<void> {
  await db
    .updateTable('enrolment')
    .set({ last_seen_on: day })
    .where('id', '=', enrolmentId)
    .where('last_seen_on', 'is distinct from', day)
    .execute()
}

/**
 * The days of access that an order gives: those of its course now, or of the version that its buyer saw, whichever are
 * more. Null: without an end. Reads the table `course` of its statement; primary keys.
 */
export const getDaysOfOrder = (orderId: string) => sql<number | null>`(
  select case when course.access_days is null or sold.is_forever then null else greatest(course.access_days, sold.days) end
  from (select 1) one left join lateral (
    select v.document -> 'rules' -> 'accessDays' = 'null' as is_forever, (v.document -> 'rules' ->> 'accessDays')::int as days
    from orders o join course_version v on v.course_code = course.course_code and v.number = o.course_version
    where o.id = ${orderId}) sold on true)`

/** Primary keys. The facts that decide how long a new enrolment gives access; `now` is the time of the transaction. */
export function getAccessTerm(tx: Tx, cohortCode: string, orderId: string) {
  return tx
    .selectFrom('cohort')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .select([
      getDaysOfOrder(orderId).as('access_days'),
      'cohort.ends_at',
      'cohort.timezone_id',
      sql<Date>`now()`.as('now'),
    ])
    .where('cohort.cohort_code', '=', cohortCode)
    .executeTakeFirstOrThrow()
}

/** enrolment_access_end; active enrolments in live cohorts of a course, or in one of them, whose access ends at some time */
export function listEndingAccess(
  db: Db | Tx,
  { courseCode, cohortCode }: { courseCode: string; cohortCode?: string | undefined },
) {
  return db
    .selectFrom('enrolment')
    .innerJoin('cohort', 'cohort.cohort_code', 'enrolment.cohort_code')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .select([
      'enrolment.id',
      'enrolment.created_at',
      'enrolment.access_ends_at',
      'course.access_days',
      'cohort.ends_at',
      'cohort.timezone_id',
    ])
    .where('course.course_code', '=', courseCode)
    .$if(cohortCode !== undefined, (query) => query.where('cohort.cohort_code', '=', cohortCode!))
    .where('cohort.ends_at', 'is not', null)
    .where('enrolment.state', '=', sql.lit('active'))
    .where('enrolment.access_ends_at', 'is not', null)
    .execute()
}

/** Primary key. Only ever moves the end later; null is without an end. */
export async function moveAccessEnd(db: Db | Tx, enrolmentId: string, endsAt: Date | null): Promise<void> {
  await db
    .updateTable('enrolment')
    .set({ access_ends_at: endsAt })
    .where('id', '=', enrolmentId)
    .where('access_ends_at', 'is not', null)
    .$if(endsAt !== null, (update) => update.where('access_ends_at', '<', endsAt))
    .execute()
}
