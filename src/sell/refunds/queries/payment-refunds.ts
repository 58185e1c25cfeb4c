/** Statements about the refunds of one payment or one order. */
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/types.gen.ts'
import type { PaymentProvider } from '#platform/payments/gateway.ts'

export async function addRefund(tx: Tx, refund: Insertable<DB['refund']>): Promise<string> {
  const row = await tx.insertInto('refund').values(refund).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** refund_payment */
export async function queuedRefunds(db: Db, paymentId: string) {
  return db.selectFrom('refund').selectAll().where('payment_id', '=', paymentId).where('state', '=', 'queued').execute()
}

/** payment.unique (order_id, attempt), refund_payment; what went back of each payment, or is about to */
export async function refundedByPayment(db: Db | Tx, orderId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['refund.payment_id', sql<number>`sum(refund.amount_minor)::int`.as('minor')])
    .where('payment.order_id', '=', orderId)
    .where('refund.state', 'not in', ['failed', 'void'])
    .groupBy('refund.payment_id')
    .execute()
  return new Map(rows.map((row) => [row.payment_id, row.minor]))
}

/** refund_queued, refund_unallocated, dispute_payment; payments whose refund has waited longer than its job should need, and neither for an operator nor for a dispute */
export async function paymentsToRefund(
  db: Db,
  providers: readonly PaymentProvider[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`select r.payment_id::text
    from refund r join payment p on p.id = r.payment_id
    where r.state = 'queued' and r.created_at < now() - interval '1 minute'
      and p.provider = any(${[...providers]}::text[]) and not (p.state = 'complete' and exists (
      select from payment o join refund u on u.payment_id = o.id where o.order_id = p.order_id and o.state = 'complete'
        and u.origin = 'provider' and u.state = 'accepted' and u.request_id is null))
      and not exists (select from payment o join dispute d on d.payment_id = o.id where o.order_id = p.order_id and d.state = 'open'
        and (o.state = 'complete' or o.id = p.id))
    order by r.created_at limit ${limit}`.execute(db)
  return [...new Set(rows.map((row) => row.payment_id))]
}

/** primary key; over the amount that was taken, and only one that waits */
export async function acceptRefund(tx: Tx, id: string, providerRefundId: string, amountMinor: number): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ state: 'accepted', provider_refund_id: providerRefundId, amount_minor: amountMinor })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
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
    state: 'queued' | 'accepted' | 'on-hold'
    amount_minor: number
    created_at: Date
  }>`select r.id::text, p.id::text as payment_id, p.method, p.card_brand, p.card_last4, r.state, r.amount_minor::int, r.created_at
    from payment p join refund r on r.payment_id = p.id
    where p.order_id = ${orderId} and r.state in ('queued', 'accepted', 'on-hold')
    order by r.created_at, p.attempt, r.id`.execute(db)
  return rows
}

/** payment_unsettled, refund_queued; payments that are not final, and those with a queued refund, by provider */
export async function countUnfinishedByProvider(db: Db): Promise<{ provider: string; count: number }[]> {
  const { rows } = await sql<{ provider: string; count: number }>`select provider, count(*)::int as count from payment
    where provider <> 'none' and (state in ('pending', 'declined', 'refund-pending')
      or id in (select payment_id from refund where state = 'queued')) group by provider order by provider`.execute(db)
  return rows
}
