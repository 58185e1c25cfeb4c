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

/** Primary keys. The facts that decide how long a new enrolment gives access; `now` is the time of the transaction. */
export function getAccessTerm(tx: Tx, cohortCode: string) {
  return tx
    .selectFrom('cohort')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .select(['course.access_days', 'cohort.ends_at', 'cohort.timezone_id', sql<Date>`now()`.as('now')])
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
