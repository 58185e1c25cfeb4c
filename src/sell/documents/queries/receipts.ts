/** Every statement about receipts. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/**
 * Enrolment_seat, primary key of gift_card_purchase, payment.unique (order_id, attempt), dispute_payment. What the receipt
 * of an order confirms, with the end of access: the buyer's seat, or the gift card. Null if it has ended, or if a bank
 * disputes its payment.
 */
export async function getReceiptSubject(db: Db | Tx, orderId: string): Promise<{ accessEndsAt: Date | null } | null> {
  const { rows } = await sql<{ access_ends_at: Date | null }>`
    select access_ends_at from enrolment
    where order_id = ${orderId} and seat = 1 and state = 'active' and frozen_at is null
    union all
    select null from gift_card_purchase where order_id = ${orderId} and cancelled_at is null and not exists (
      select from payment p join dispute d on d.payment_id = p.id
      where p.order_id = ${orderId} and p.state = 'complete' and d.state in ('open', 'lost')
    )`.execute(db)
  return rows[0] ? { accessEndsAt: rows[0].access_ends_at } : null
}

/** The same; whether a receipt can be sent for an order. */
export async function hasReceipt(
  db: Db | Tx,
  order: { id: string; state: string; total_minor: number },
): Promise<boolean> {
  return order.state === 'complete' && order.total_minor > 0 && (await getReceiptSubject(db, order.id)) !== null
}

export async function addReceiptRequest(tx: Tx, orderId: string, by: string, reason: string): Promise<string> {
  const row = { order_id: orderId, requested_by: by, reason }
  return (await tx.insertInto('receipt_request').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** receipt_request_order, primary key of person */
export function listReceiptRequests(db: Db, orderId: string) {
  return db
    .selectFrom('receipt_request')
    .innerJoin('person', 'person.id', 'receipt_request.requested_by')
    .select(['receipt_request.id', 'reason', 'receipt_request.created_at', 'person.name as by'])
    .where('order_id', '=', orderId)
    .execute()
}
