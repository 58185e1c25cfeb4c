/** Every statement about receipts that are sent again. */
import type { Db, Tx } from '#platform/db/db.ts'

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
