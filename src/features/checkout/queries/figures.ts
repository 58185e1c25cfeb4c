/** The few sums by which the people of the house see how it goes, each by currency. */
import { sql } from 'kysely'
import { GIFT_CARD_CODE } from '#domain/gift-card.ts'
import type { Db } from '#platform/db/db.ts'

export type SoldRow = {
  currency: string
  is_today: boolean
  orders: number
  seats: number
  taken_minor: number
}

/** orders_placed, then unique (order_id, attempt) of payment; a gift card has no seat */
export async function soldSince(db: Db, week: Date, today: Date): Promise<SoldRow[]> {
  const { rows } = await sql<SoldRow>`
    with sold as (
      select o.currency, o.created_at >= ${today} as is_today,
        case when o.course_code = ${GIFT_CARD_CODE} then 0 else o.seats end as seats,
        (select coalesce(sum(p.amount_minor), 0) from payment p
          where p.order_id = o.id and p.state = 'complete' and p.provider <> 'none') as taken_minor
      from orders o where o.created_at >= ${week} and o.state = 'complete')
    select currency, is_today, count(*)::int as orders, sum(seats)::int as seats, sum(taken_minor)::bigint as taken_minor
    from sold group by currency, is_today order by currency`.execute(db)
  return rows
}

export type DueRow = { currency: string; orders: number; late: number; left_minor: number }

/** orders_balance, then unique (order_id, attempt) of payment */
export async function stillDue(db: Db, now: Date): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    with owed as (
      select o.currency, o.balance_due_at < ${now} as is_late, o.total_minor - o.waived_minor
        - (select coalesce(sum(p.amount_minor), 0) from payment p where p.order_id = o.id and p.state = 'complete') as left_minor
      from orders o where o.state = 'complete' and o.balance_due_at is not null and o.balance_paid_at is null)
    select currency, count(*)::int as orders, (count(*) filter (where is_late))::int as late, sum(left_minor)::bigint as left_minor
    from owed where left_minor > 0 group by currency order by currency`.execute(db)
  return rows
}

export type WaitingRow = { currency: string; waiting: number; minor: number }

/** refund_queued, then the primary key of payment */
export async function refundsWaiting(db: Db): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select p.currency, count(*)::int as waiting, sum(r.amount_minor)::bigint as minor
    from refund r join payment p on p.id = r.payment_id where r.state = 'queued'
    group by p.currency order by p.currency`.execute(db)
  return rows
}
