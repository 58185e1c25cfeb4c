/** SQL statements of the cohort bar on the orders page. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { DISPUTED, LOST } from '#sell/refunds/queries/kept-money.ts'

/** Indexes: primary keys; enrolment_once and seat_hold_cohort for the counts. */
export async function getCohortByCode(db: Db, cohortCode: string) {
  const { rows } = await sql<{ title: string; starts_at: Date | null; seats: number; pending: number }>`
    select c.title, r.starts_at,
      (select count(*)::int from enrolment e where e.cohort_code = r.cohort_code and e.state in ('active', 'unconfirmed')) as seats,
      (select count(*)::int from seat_hold h where h.cohort_code = r.cohort_code and h.state = 'live') as pending
    from cohort r join course c on c.course_code = r.course_code where r.cohort_code = ${cohortCode}`.execute(db)
  return rows[0] ?? null
}

/** `minor`: a cancellation would refund it. `disputed_minor`: it would wait for the bank. */
type CohortMoney = { currency: string; minor: number; disputed_minor: number }

/** Indexes: enrolment_once, then orders, payments and refunds by key. */
export async function listPaidForCohort(db: Db, cohortCode: string): Promise<CohortMoney[]> {
  const { rows } = await sql<CohortMoney>`
    select o.currency, sum(m.kept_minor)::bigint as minor, sum(m.disputed_minor)::bigint as disputed_minor
    from orders o cross join lateral (
      select coalesce(sum(greatest(0, p.amount_minor - n.refunded - n.disputed - n.lost)), 0) as kept_minor,
        coalesce(sum(greatest(0, least(n.disputed, p.amount_minor - n.refunded - n.lost))), 0) as disputed_minor
      from payment p cross join lateral (select ${DISPUTED} as disputed, ${LOST} as lost,
        (select coalesce(sum(r.amount_minor), 0) from refund r
          where r.payment_id = p.id and r.state not in ('failed', 'void')) as refunded) n
      where p.order_id = o.id and p.state = 'complete') m
    where o.state = 'complete' and o.id in (
      select order_id from enrolment where cohort_code = ${cohortCode} and state in ('active', 'unconfirmed'))
    group by o.currency order by o.currency`.execute(db)
  return rows
}
