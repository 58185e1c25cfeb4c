/** Every statement about who had money sent back, and for which seats. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

type Why = { cause: 'admin' | 'enrolment-cancelled' | 'cohort-cancelled'; by: string; reason: string }

export async function addRefundRequest(
  tx: Tx,
  orderId: string,
  amountMinor: number,
  { cause, by, reason }: Why,
  lines: readonly { line: { id: string }; amount: { minor: number } }[],
): Promise<string> {
  const { id } = await tx
    .insertInto('refund_request')
    .values({ order_id: orderId, cause, asked_by: by, reason, amount_minor: amountMinor })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = lines.map(({ line, amount }) => ({ request_id: id, line_id: line.id, amount_minor: amount.minor }))
  await tx.insertInto('refund_request_line').values(rows).execute()
  return id
}

/** primary key; the database refuses more than the line's own amount */
export async function noteRefunded(tx: Tx, lineId: string, amountMinor: number): Promise<void> {
  await tx
    .updateTable('order_line')
    .set({ refunded_minor: sql<number>`refunded_minor + ${amountMinor}` })
    .where('id', '=', lineId)
    .execute()
}

/** Primary keys. What was not paid for a seat that ended is not to be paid any more. */
export async function closeLine(tx: Tx, line: { id: string; order_id: string }, unpaidMinor: number): Promise<void> {
  await tx.updateTable('order_line').set({ waived_minor: unpaidMinor }).where('id', '=', line.id).execute()
  await tx
    .updateTable('orders')
    .set({ waived_minor: sql<number>`waived_minor + ${unpaidMinor}` })
    .where('id', '=', line.order_id)
    .execute()
}

/** primary keys, then refund_payment; the request with what it goes back over */
export async function refundRequest(db: Db, id: string) {
  const request = await db.selectFrom('refund_request').selectAll().where('id', '=', id).executeTakeFirst()
  const parts = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['refund.amount_minor', 'payment.method', 'payment.card_brand', 'payment.card_last4'])
    .where('refund.request_id', '=', id)
    .orderBy('payment.attempt')
    .execute()
  return request && { ...request, parts }
}
