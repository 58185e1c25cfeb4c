/** Every statement about gift cards that are bought. */
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { GiftCardPurchase } from '#platform/db/types.gen.ts'

export async function addPurchase(tx: Tx, purchase: Insertable<GiftCardPurchase>): Promise<void> {
  await tx.insertInto('gift_card_purchase').values(purchase).execute()
}

/** primary key */
export function getPurchase(db: Db | Tx, orderId: string) {
  return db.selectFrom('gift_card_purchase').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

/** primary key; locked until the transaction ends */
export function lockPurchase(tx: Tx, orderId: string) {
  return tx.selectFrom('gift_card_purchase').selectAll().where('order_id', '=', orderId).forUpdate().executeTakeFirst()
}

export async function noteDelivered(tx: Tx, orderId: string, giftCardId: string): Promise<void> {
  await tx
    .updateTable('gift_card_purchase')
    .set({ gift_card_id: giftCardId, delivered_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .execute()
}

/**
 * Orders_email, sequential scan of the purchases, unique (order_id, position) of order_line. For a deleted buyer or
 * recipient: removes the recipient and the message of cards that were sent or cancelled. A card that waits for its day
 * still needs them, and loses them as soon as it is sent. Call it before the orders lose the buyer's address.
 */
export async function forgetRecipient(tx: Tx, email: string, alias: { email: string; name: string }): Promise<void> {
  await sql`with theirs as (
      select order_id, delivered_at is not null or cancelled_at is not null as is_done from gift_card_purchase p
      join orders o on o.id = p.order_id where p.recipient_email = ${email} or o.email = ${email}),
    gone as (
      update gift_card_purchase p set recipient_email = ${alias.email}, recipient_name = ${alias.name}, message = ''
      from theirs t where p.order_id = t.order_id and t.is_done returning p.order_id),
    later as (
      update gift_card_purchase p set erase_when_sent = true from theirs t where p.order_id = t.order_id and not t.is_done)
    update order_line l set label = 'Gift card' from gone where l.order_id = gone.order_id and l.kind = 'gift-card'`.execute(
    tx,
  )
}

/** orders_email; cards that a person bought, or was sent. Not one that still waits for its day: it is a surprise. */
export async function listGiftCardsOfPerson(db: Db, { id, email }: { id: string; email: string }) {
  const { rows } = await sql<Record<string, unknown>>`
    select case when o.email = ${email} then 'bought' else 'received' end as role, p.amount_minor, o.currency,
      p.recipient_name, p.recipient_email, p.message, p.send_at, p.delivered_at, p.cancelled_at,
      case when o.email = ${email} then o.number end as order_number
    from gift_card_purchase p join orders o on o.id = p.order_id
    where (o.email = ${email} and (o.person_id = ${id} or o.state in ('complete', 'refund-pending', 'returned')))
      or (p.recipient_email = ${email} and p.delivered_at is not null) order by p.send_at`.execute(db)
  return rows
}

/** Primary key; false when it was delivered, or cancelled before. */
export async function cancelDelivery(tx: Tx, orderId: string): Promise<boolean> {
  const row = await tx
    .updateTable('gift_card_purchase')
    .set({ cancelled_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('delivered_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning('order_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Primary key. A delivery that a lost dispute cancelled goes on; one whose money was refunded does not. */
export async function resumeDelivery(tx: Tx, orderId: string): Promise<void> {
  await sql`update gift_card_purchase set cancelled_at = null where order_id = ${orderId} and delivered_at is null
    and not exists (select from order_line l where l.order_id = ${orderId} and l.refunded_minor > 0)`.execute(tx)
}

/** orders_one_open; unpaid orders of a gift card whose time is over, the oldest first */
export async function lateGiftCards(db: Db, minutes: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('cohort_code', 'is', null)
    .where('product', '=', sql.lit('gift-card'))
    .where('state', '=', sql.lit('open'))
    .where('created_at', '<', sql<Date>`now() - ${minutes} * interval '1 minute'`)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
