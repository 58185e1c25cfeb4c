/** Statements about the lines of orders. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** primary key; the database refuses more than the line's own amount */
export async function addRefundedToLine(tx: Tx, lineId: string, amountMinor: number): Promise<void> {
  await tx
    .updateTable('order_line')
    .set({ refunded_minor: sql<number>`refunded_minor + ${amountMinor}` })
    .where('id', '=', lineId)
    .execute()
}

/** Primary keys. Waives the unpaid amount of an ended seat. */
export async function closeLine(tx: Tx, line: { id: string; order_id: string }, unpaidMinor: number): Promise<void> {
  await tx.updateTable('order_line').set({ waived_minor: unpaidMinor }).where('id', '=', line.id).execute()
  await tx
    .updateTable('orders')
    .set({ waived_minor: sql<number>`waived_minor + ${unpaidMinor}` })
    .where('id', '=', line.order_id)
    .execute()
}

/** unique (order_id, position) */
export function listOrderLines(db: Db | Tx, orderId: string) {
  return db.selectFrom('order_line').selectAll().where('order_id', '=', orderId).orderBy('position').execute()
}

/** unique (order_id, position) */
export async function markLinesRefunded(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('order_line')
    .set({ refunded_minor: sql<number>`amount_minor` })
    .where('order_id', '=', orderId)
    .execute()
}

/** unique (order_id, position) */
export async function markLinesNotRefunded(tx: Tx, orderId: string): Promise<void> {
  await tx.updateTable('order_line').set({ refunded_minor: 0 }).where('order_id', '=', orderId).execute()
}
