/** The statements that only the buyer's view of an order needs. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** enrolment_seat; the state of each seat that somebody has. A seat that ended has no row here. */
export async function seatStates(db: Db, orderId: string): Promise<Map<number, 'active' | 'unconfirmed'>> {
  const rows = await db
    .selectFrom('enrolment')
    .select(['seat', 'state'])
    .where('order_id', '=', orderId)
    .where('state', '<>', sql.lit('cancelled'))
    .execute()
  return new Map(rows.map(({ seat, state }) => [seat, state === 'unconfirmed' ? 'unconfirmed' : 'active']))
}

/**
 * payment.unique (order_id, attempt), refund_payment; the oldest first. Not the refunds that failed, for each of which
 * another one stands stopped, and not those that were dropped.
 */
export async function refundsOfBuyer(db: Db, orderId: string) {
  const { rows } = await sql<{
    id: string
    payment_id: string
    method: 'card' | 'gift-card' | 'credit'
    card_brand: string | null
    card_last4: string | null
    state: 'queued' | 'accepted' | 'stopped'
    amount_minor: number
    created_at: Date
  }>`select r.id::text, p.id::text as payment_id, p.method, p.card_brand, p.card_last4, r.state, r.amount_minor::int, r.created_at
    from payment p join refund r on r.payment_id = p.id
    where p.order_id = ${orderId} and r.state in ('queued', 'accepted', 'stopped')
    order by r.created_at, p.attempt, r.id`.execute(db)
  return rows
}

/** primary key; the reason only where an admin gave it */
export async function cancellationForBuyer(
  db: Db,
  courseCode: string,
): Promise<{ at: Date; reason: string | null } | undefined> {
  const row = await db
    .selectFrom('cohort_cancellation')
    .select(['cancelled_at', 'cancelled_by', 'reason'])
    .where('course_code', '=', courseCode)
    .executeTakeFirst()
  return row && { at: row.cancelled_at, reason: row.cancelled_by && row.reason }
}
