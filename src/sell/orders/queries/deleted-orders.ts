/** Statements that delete unpaid orders, and bring one back that was charged after all. */
import { sql } from 'kysely'
import { deleteHold } from '#learn/enrolments/queries.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { PaymentProvider } from '#platform/payments/gateway.ts'

/** Every payment of the order is known dead, and nothing was ever paid or sent back. */
const IS_DEAD = sql`o.state in ('expired', 'replaced') and o.restored_at is null
  and not exists (select from payment p where p.order_id = o.id and p.state <> 'cancelled')
  and not exists (select from enrolment e where e.order_id = o.id)`

/** `placedAt` as text, since a Date would lose the microseconds. */
type DeadOrder = { id: string; placedAt: string }

/** orders_unpaid; the oldest first, those after `after` */
export async function listDeadOrders(db: Db, before: Date, limit: number, after?: DeadOrder): Promise<DeadOrder[]> {
  const isLater = after ? sql`and (o.created_at, o.id) > (${after.placedAt}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<DeadOrder>`select o.id::text, o.created_at::text as "placedAt" from orders o
    where ${IS_DEAD} and o.created_at < ${before} ${isLater} order by o.created_at, o.id limit ${limit}`.execute(db)
  return rows
}

/** Primary keys. Under the order's lock, where it is still dead. */
export async function deleteDeadOrder(tx: Tx, id: string): Promise<void> {
  await sql`select from orders where id = ${id} for update`.execute(tx)
  const hasDeletedOrder =
    await sql`insert into deleted_order (order_id, number, product, cohort_code, offer_code, seats, currency, total_minor, created_at)
    select o.id, o.number, o.product, o.cohort_code, o.offer_code, o.seats, o.currency, o.total_minor, o.created_at
    from orders o where o.id = ${id} and ${IS_DEAD}`.execute(tx)
  if (!hasDeletedOrder.numAffectedRows) return
  await sql`insert into deleted_payment (provider, provider_intent_id, payment_id, order_id, attempt, amount_minor, currency, created_at)
    select provider, provider_intent_id, id, order_id, attempt, amount_minor, currency, created_at
    from payment where order_id = ${id} and provider_intent_id is not null`.execute(tx)
  await tx.deleteFrom('gift_card_purchase').where('order_id', '=', id).execute()
  await deleteHold(tx, id)
  await tx.deleteFrom('order_line').where('order_id', '=', id).execute()
  await tx.deleteFrom('payment').where('order_id', '=', id).execute()
  await tx.deleteFrom('orders').where('id', '=', id).execute()
}

/** primary key; those among these that were deleted with their order */
export async function listDeletedIntents(
  db: Db,
  provider: PaymentProvider,
  intentIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('deleted_payment')
    .select('provider_intent_id')
    .where('provider', '=', provider)
    .where('provider_intent_id', '=', sql<string>`any(${[...intentIds]}::text[])`)
    .execute()
  return rows.map((row) => row.provider_intent_id)
}

/** Primary key; locks what is left of the order. */
export async function lockDeletedOrder(tx: Tx, provider: PaymentProvider, intentId: string) {
  const { rows } = await sql<{ order_id: string; product: 'cohort' | 'gift-card'; seats: number; total_minor: number }>`
    select d.order_id::text, d.product, d.seats, d.total_minor from deleted_order d
    where d.order_id = (select order_id from deleted_payment where provider = ${provider} and provider_intent_id = ${intentId})
    for update`.execute(tx)
  return rows[0]
}

type Line = { position: number; kind: 'seats' | 'gift-card'; label: string; amountMinor: number }

/** Primary keys. The order as it ended, without its buyer. */
export async function restoreOrder(tx: Tx, orderId: string, buyer: { email: string; name: string }, lines: Line[]) {
  await sql`insert into orders (id, number, state, product, cohort_code, offer_code, payment_type, seats, currency, subtotal_minor, total_minor,
      email, name, timezone_id, terms_accepted_at, created_at, restored_at)
    select order_id, number, 'expired', product, cohort_code, offer_code, 'full', seats, currency, total_minor, total_minor,
      ${buyer.email}, ${buyer.name}, 'UTC', created_at, created_at, now() from deleted_order where order_id = ${orderId}`.execute(
    tx,
  )
  for (const { position, kind, label, amountMinor } of lines)
    await tx
      .insertInto('order_line')
      .values({ order_id: orderId, position, kind, label, amount_minor: amountMinor })
      .execute()
  await sql`insert into payment (id, order_id, attempt, method, provider, state, amount_minor, currency, provider_intent_id, created_at)
    select payment_id, order_id, attempt, 'card', provider, 'cancelled', amount_minor, currency, provider_intent_id, created_at
    from deleted_payment where order_id = ${orderId}`.execute(tx)
  await tx.deleteFrom('deleted_order').where('order_id', '=', orderId).execute()
}
