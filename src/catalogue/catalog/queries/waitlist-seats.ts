/** The statements about free seats that a waitlist may get. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** primary key; the cohort of a waitlist, locked until the transaction ends */
export function lockCohortSeats(tx: Tx, cohortCode: string) {
  return tx
    .selectFrom('cohort')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .select([
      'cohort.state',
      'cohort.capacity',
      'cohort.taken',
      'course.withdrawn_at',
      sql<Date | null>`coalesce(cohort.enrol_closes_at, cohort.starts_at)`.as('enrol_closes_at'),
    ])
    .where('cohort_code', '=', cohortCode)
    .forNoKeyUpdate('cohort')
    .executeTakeFirst()
}

/** cohort_waiting; cohorts whose free seats fit a waiting party */
export async function listCohortsWithOffersDue(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('cohort')
    .select('cohort_code')
    .where('waiting_party', 'is not', null)
    .where('state', '=', 'open')
    .where(sql<boolean>`(waiting_party <= capacity - taken) is not false`)
    .orderBy('cohort_code')
    .execute()
  return rows.map((row) => row.cohort_code)
}
