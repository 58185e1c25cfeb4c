/** Every statement about receipts. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/**
 * Unique mail.dedupe_key, enrolment_seat. Whether the receipt was written, and the end of access of the order's first
 * active seat, because all seats of an order have the same term.
 */
export async function getReceiptState(
  tx: Tx,
  orderId: string,
  dedupeKey: string,
): Promise<{ isWritten: boolean; access: { until: Date | null } | null }> {
  const { rows } = await sql<{ is_written: boolean; has_seat: boolean; access_ends_at: Date | null }>`
    select exists (select from mail where dedupe_key = ${dedupeKey} and replaced_at is null) as is_written,
      seat.id is not null as has_seat, seat.access_ends_at
    from (select) as one left join (
      select id, access_ends_at from enrolment where order_id = ${orderId} and state = 'active' order by seat limit 1
    ) as seat on true`.execute(tx)
  const { is_written, has_seat, access_ends_at } = rows[0]!
  return { isWritten: is_written, access: has_seat ? { until: access_ends_at } : null }
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
