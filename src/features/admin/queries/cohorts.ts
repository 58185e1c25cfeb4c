/** Every statement about a cohort as the people of the house see it. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** primary keys; enrolment_once and seat_hold_cohort for what is counted */
export async function cohortByCode(db: Db, courseCode: string) {
  const { rows } = await sql<{ title: string; starts_at: Date | null; seats: number; pending: number }>`
    select c.title, r.starts_at,
      (select count(*)::int from enrolment e where e.course_code = r.course_code and e.state in ('active', 'unconfirmed')) as seats,
      (select count(*)::int from seat_hold h where h.course_code = r.course_code and h.state = 'live') as pending
    from cohort r join course c on c.prefix_code = r.prefix_code where r.course_code = ${courseCode}`.execute(db)
  return rows[0] ?? null
}

/** enrolment_once, then orders, payments and refunds by key: what calling the cohort off would send back */
export async function paidForCohort(db: Db, courseCode: string): Promise<{ currency: string; minor: number }[]> {
  const { rows } = await sql<{ currency: string; minor: number }>`
    select o.currency, sum(greatest(0,
      (select coalesce(sum(p.amount_minor), 0) from payment p where p.order_id = o.id and p.state = 'complete')
      - (select coalesce(sum(r.amount_minor), 0) from payment p join refund r on r.payment_id = p.id
        where p.order_id = o.id and p.state = 'complete' and r.state not in ('failed', 'dropped'))))::bigint as minor
    from orders o where o.state = 'complete' and o.id in (
      select order_id from enrolment where course_code = ${courseCode} and state in ('active', 'unconfirmed'))
    group by o.currency order by o.currency`.execute(db)
  return rows
}
