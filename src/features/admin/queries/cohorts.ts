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

/** The amounts that a cancellation would refund. Indexes: enrolment_once, then orders, payments and refunds by key. */
export async function listPaidForCohort(db: Db, cohortCode: string): Promise<{ currency: string; minor: number }[]> {
  const { rows } = await sql<{ currency: string; minor: number }>`
    select o.currency, sum(greatest(0,
      (select coalesce(sum(p.amount_minor), 0) from payment p where p.order_id = o.id and p.state = 'complete')
      - (select coalesce(sum(r.amount_minor), 0) from payment p join refund r on r.payment_id = p.id
        where p.order_id = o.id and p.state = 'complete' and r.state not in ('failed', 'void'))))::bigint as minor
    from orders o where o.state = 'complete' and o.id in (
      select order_id from enrolment where cohort_code = ${cohortCode} and state in ('active', 'unconfirmed'))
    group by o.currency order by o.currency`.execute(db)
  return rows
}
