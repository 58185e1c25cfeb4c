/** SQL statements of the cohort bar on the orders page. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** Indexes: primary keys; enrolment_once and seat_hold_cohort for the counts. */
export async function getCohortByCode(db: Db, cohortCode: string) {
  const { rows } = await sql<{ title: string; starts_at: Date | null; seats: number; pending: number }>`
    select c.title, r.starts_at,
      (select count(*)::int from enrolment e where e.cohort_code = r.cohort_code and e.state in ('active', 'unconfirmed')) as seats,
      (select count(*)::int from seat_hold h where h.cohort_code = r.cohort_code and h.state = 'live') as pending
    from cohort r join course c on c.course_code = r.course_code where r.cohort_code = ${cohortCode}`.execute(db)
  return rows[0] ?? null
}
