/** Updates what the hold limits count. */
import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

/** unique seat_hold.order_id. Marks a hold whose card was presented and not declined: its seats count as paid. */
export async function markPresented(tx: Tx, orderId: string, isPresented: boolean): Promise<void> {
  await tx
    .updateTable('seat_hold')
    .set({ presented_at: isPresented ? sql<Date>`now()` : null })
    .where('order_id', '=', orderId)
    .where('state', '=', 'live')
    .where('presented_at', isPresented ? 'is' : 'is not', null)
    .execute()
}

/** unique seat_hold.order_id; the payment arrived after the hold had ended */
export async function clearUnpaidEnd(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('seat_hold')
    .set({ ended_unpaid_at: null, client_hash: null, ip_hash: null })
    .where('order_id', '=', orderId)
    .where('ended_unpaid_at', 'is not', null)
    .execute()
}
