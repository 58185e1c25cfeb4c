/** The money of a cohort's orders that its cancellation gives back. */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import { DISPUTED, LOST } from './kept-money.ts'

/** `minor`: a cancellation refunds it. `disputed_minor`: it waits for the bank. */
type CohortMoney = { currency: string; minor: number; disputed_minor: number }

/** Indexes: enrolment_once, then orders, payments and refunds by key. */
export function listPaidForCohort(db: Db, cohortCode: string): Promise<CohortMoney[]> {
  return listMoney(
    db,
    sql`select order_id from enrolment where cohort_code = ${cohortCode} and state in ('active', 'unconfirmed')`,
  )
}

/** Indexes: cohort_cancellation_order_waiting, then the same. Of a cohort that this transaction has cancelled. */
export function listPaidForCancelled(tx: Tx, cohortCode: string): Promise<CohortMoney[]> {
  return listMoney(
    tx,
    sql`select order_id from cohort_cancellation_order where cohort_code = ${cohortCode} and done_at is null`,
  )
}

async function listMoney(db: Db | Tx, orderIds: RawBuilder<unknown>): Promise<CohortMoney[]> {
  const { rows } = await sql<CohortMoney>`
    select o.currency, sum(m.kept_minor)::bigint as minor, sum(m.disputed_minor)::bigint as disputed_minor
    from orders o cross join lateral (
      select coalesce(sum(greatest(0, p.amount_minor - n.refunded - n.disputed - n.lost)), 0) as kept_minor,
        coalesce(sum(greatest(0, least(n.disputed, p.amount_minor - n.refunded - n.lost))), 0) as disputed_minor
      from payment p cross join lateral (select ${DISPUTED} as disputed, ${LOST} as lost,
        (select coalesce(sum(r.amount_minor), 0) from refund r
          where r.payment_id = p.id and r.state not in ('failed', 'void')) as refunded) n
      where p.order_id = o.id and p.state = 'complete') m
    where o.state = 'complete' and o.id in (${orderIds})
    group by o.currency order by o.currency`.execute(db)
  return rows
}
