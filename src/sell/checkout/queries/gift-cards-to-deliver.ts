/** Finds the gift cards that are due. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** gift_card_purchase_waiting, then primary key, refund_unallocated and dispute_payment; whose day has come, nobody has to say first what went back, and no bank disputes the payment */
export async function purchasesToDeliver(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('gift_card_purchase')
    .innerJoin('orders', 'orders.id', 'gift_card_purchase.order_id')
    .select('order_id')
    .where(sql<boolean>`delivered_at is null and cancelled_at is null`)
    .where('send_at', '<=', now)
    .where(
      sql<boolean>`not exists (select from payment p join refund r on r.payment_id = p.id where p.order_id = orders.id
        and p.state = 'complete' and r.origin = 'provider' and r.state = 'accepted' and r.request_id is null)
        and not exists (select from payment p join dispute d on d.payment_id = p.id where p.order_id = orders.id
          and p.state = 'complete' and d.state = 'open')`,
    )
    .where('orders.state', '=', 'complete')
    .orderBy('send_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.order_id)
}
