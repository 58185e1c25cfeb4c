/** The sums on an admin's home page, by currency, and the disputes. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { KEPT } from '#sell/refunds/queries/kept-money.ts'

export type SalesRow = {
  currency: string
  is_today: boolean
  orders: number
  seats: number
  kept_minor: number
}

/** Indexes: orders_placed, unique (order_id, attempt) of payment, and those of KEPT. A gift card has no seat. */
export async function sumSalesSince(db: Db, week: Date, today: Date): Promise<SalesRow[]> {
  const { rows } = await sql<SalesRow>`
    with sold as (
      select o.currency, o.created_at >= ${today} as is_today,
        o.seats,
        (select coalesce(sum(${KEPT}), 0) from payment p
          where p.order_id = o.id and p.state = 'complete' and p.provider <> 'none') as kept_minor
      from orders o where o.created_at >= ${week} and o.state = 'complete')
    select currency, is_today, count(*)::int as orders, sum(seats)::int as seats, sum(kept_minor)::bigint as kept_minor
    from sold group by currency, is_today order by currency`.execute(db)
  return rows
}

export type BalancesDueRow = { currency: string; orders: number; late: number; left_minor: number }

/** Indexes: orders_balance, then unique (order_id, attempt) of payment. */
export async function sumBalancesDue(db: Db, now: Date): Promise<BalancesDueRow[]> {
  const { rows } = await sql<BalancesDueRow>`
    with owed as (
      select o.currency, o.balance_due_at < ${now} as is_late, o.total_minor - o.waived_minor
        - (select coalesce(sum(p.amount_minor), 0) from payment p where p.order_id = o.id and p.state = 'complete') as left_minor
      from orders o where o.state = 'complete' and o.balance_due_at is not null and o.balance_paid_at is null)
    select currency, count(*)::int as orders, (count(*) filter (where is_late))::int as late, sum(left_minor)::bigint as left_minor
    from owed where left_minor > 0 group by currency order by currency`.execute(db)
  return rows
}

export type PendingRefundsRow = { currency: string; waiting: number; minor: number }

/** Indexes: refund_queued, then the primary key of payment. */
export async function sumPendingRefunds(db: Db): Promise<PendingRefundsRow[]> {
  const { rows } = await sql<PendingRefundsRow>`
    select p.currency, count(*)::int as waiting, sum(r.amount_minor)::bigint as minor
    from refund r join payment p on p.id = r.payment_id where r.state = 'queued'
    group by p.currency order by p.currency`.execute(db)
  return rows
}

export type UndecidedDisputeRow = {
  id: string
  order_id: string
  order_number: number
  state: 'inquiry' | 'open'
  amount_minor: number
  currency: string
  answer_by: Date | null
  count: number
}

/**
 * The earliest deadline first; those without one, or with one that is over, last. `count` is the number of all undecided
 * disputes. Index: dispute_open, then primary keys.
 */
export async function listUndecidedDisputes(db: Db, now: Date, limit: number): Promise<UndecidedDisputeRow[]> {
  const { rows } = await sql<UndecidedDisputeRow>`
    select d.id::text, o.id::text as order_id, o.number as order_number, d.state, d.amount_minor, d.currency, d.answer_by,
      (count(*) over ())::int as count
    from dispute d join payment p on p.id = d.payment_id join orders o on o.id = p.order_id
    where d.state in ('inquiry', 'open') order by (d.answer_by > ${now}) is not true, d.answer_by nulls last, d.id limit ${limit}`.execute(
    db,
  )
  return rows
}
