/** The money of a cohort's orders that its cancellation gives back. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import { DISPUTED, LOST } from './kept-money.ts'

/** Refunds that wait for an operator count, too. */
const PROMISED = sql`(select coalesce(sum(r.amount_minor), 0) from refund r
  where r.payment_id = p.id and r.state not in ('failed', 'void'))`

/** `minor`: a cancellation refunds it. `disputed_minor`: it waits for the bank. */
export type CohortMoney = { currency: string; minor: number; disputed_minor: number }

/** enrolment_once, seat_move_order; the complete orders with seats in the cohort, of which other seats have moved or stay */
export async function listPartlySeatedOrders(db: Db, cohortCode: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select distinct o.id::text as id from enrolment e join orders o on o.id = e.order_id
    where e.cohort_code = ${cohortCode} and e.state in ('active', 'unconfirmed') and o.state = 'complete'
      and exists (select from seat_move m where m.order_id = o.id)
      and exists (select from enrolment x where x.order_id = o.id and x.cohort_code <> ${cohortCode})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Without the given orders. Indexes: enrolment_once, then orders, payments and refunds by key. */
export async function listPaidForCohort(
  db: Db,
  cohortCode: string,
  without: readonly string[] = [],
): Promise<CohortMoney[]> {
  const { rows } = await sql<CohortMoney>`
    select o.currency, sum(m.kept_minor)::bigint as minor, sum(m.disputed_minor)::bigint as disputed_minor
    from orders o cross join lateral (
      select coalesce(sum(greatest(0, p.amount_minor - n.refunded - n.disputed - n.lost)), 0) as kept_minor,
        coalesce(sum(greatest(0, least(n.disputed, p.amount_minor - n.refunded - n.lost))), 0) as disputed_minor
      from payment p cross join lateral (select ${DISPUTED} as disputed, ${LOST} as lost, ${PROMISED} as refunded) n
      where p.order_id = o.id and p.state = 'complete') m
    where o.state = 'complete' and o.id in (select order_id from enrolment
      where cohort_code = ${cohortCode} and state in ('active', 'unconfirmed'))
      and o.id <> all(${[...without]}::uuid[])
    group by o.currency order by o.currency`.execute(db)
  return rows
}

type OrderMoney = CohortMoney & { id: string }

/**
 * Indexes: cohort_cancellation_order_waiting, then the same. The complete orders of a cohort that this transaction has
 * cancelled, in the order of their numbers. A bank's dispute holds back all that is left of its payment.
 */
export async function listMoneyOfCancelled(tx: Tx, cohortCode: string): Promise<OrderMoney[]> {
  const { rows } = await sql<OrderMoney>`
    select o.id, o.currency, m.minor, m.disputed_minor
    from cohort_cancellation_order x join orders o on o.id = x.order_id cross join lateral (
      select coalesce(sum(n.rest) filter (where not n.is_disputed), 0)::bigint as minor,
        coalesce(sum(n.rest) filter (where n.is_disputed), 0)::bigint as disputed_minor
      from payment p cross join lateral (select greatest(0, p.amount_minor - ${PROMISED} - ${LOST}) as rest,
        ${DISPUTED} > 0 as is_disputed) n
      where p.order_id = o.id and p.state = 'complete') m
    where x.cohort_code = ${cohortCode} and x.done_at is null and o.state = 'complete' order by o.number`.execute(tx)
  return rows
}
