/** Every statement about orders. States that choose a partial index are literals: a parameter would hide it from the planner. */
import { type Insertable, type Selectable, sql } from 'kysely'
import { REMINDER_DAYS } from '#domain/orders/balance.ts'
import type { OrderState } from '#domain/orders/order.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/types.gen.ts'

const TOKEN_EXPIRY = sql<Date>`now() + interval '24 hours'`

type Client = { client: Buffer; isKeyed: boolean }

type OrderRow = Selectable<DB['orders']>
export type CohortOrder = OrderRow & { product: 'cohort'; cohort_code: string; offer_code: string }
type GiftCardOrder = OrderRow & { product: 'gift-card'; cohort_code: null; offer_code: null }
/** The constraint orders_product guarantees this union. */
export type Order = CohortOrder | GiftCardOrder

type NewPayment = Pick<Selectable<DB['payment']>, 'attempt' | 'method' | 'provider' | 'state' | 'amount_minor'>

export type NewOrder = {
  order: Insertable<DB['orders']>
  lines: readonly { position: number; kind: 'seats' | 'gift-card'; label: string; amount_minor: number }[]
  payment: NewPayment | null
  checkoutTokenHash: Buffer | null
}

export type InsertedOrder = { order: Order; paymentId: string | null }

/** The last published version. Primary keys of cohort and course_version. */
const getCourseVersion = (cohortCode: string) => sql<number | null>`(
  select max(number) from cohort join course_version using (course_code) where cohort_code = ${cohortCode})`

/**
 * One statement. orders_one_open, orders_one_open_of_person; null when this client has an open order of this address for
 * this product, or this person has one of this cohort.
 */
export async function insertOrder(
  tx: Tx,
  { order, lines, payment, checkoutTokenHash }: NewOrder,
): Promise<InsertedOrder | null> {
  const line = sql<NewOrder['lines'][number]>`jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
    as line (position integer, kind text, label text, amount_minor bigint)`
  const row = await tx
    .with('placed', (query) =>
      query
        .insertInto('orders')
        .values({ ...order, course_version: order.cohort_code ? getCourseVersion(order.cohort_code) : null })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll(),
    )
    .with('line', (query) =>
      query
        .insertInto('order_line')
        .columns(['order_id', 'position', 'kind', 'label', 'amount_minor'])
        .expression(sql`select placed.id, line.* from placed cross join ${line}`),
    )
    .with('token', (query) =>
      query
        .insertInto('checkout_token')
        .columns(['order_id', 'hash', 'expires_at'])
        .expression(sql`select id, ${checkoutTokenHash}::bytea, ${TOKEN_EXPIRY} from placed
          where ${checkoutTokenHash}::bytea is not null`),
    )
    .with('attempt', (query) =>
      query
        .insertInto('payment')
        .columns(['order_id', 'attempt', 'method', 'provider', 'state', 'amount_minor', 'currency', 'settled_at'])
        .expression(sql`select placed.id, p.attempt, p.method, p.provider, p.state, p.amount_minor, placed.currency,
          case p.state when 'complete' then placed.completed_at end
          from placed cross join jsonb_to_recordset(${JSON.stringify(payment ? [payment] : [])}::jsonb)
            as p (attempt integer, method text, provider text, state text, amount_minor bigint)`)
        .returning('id'),
    )
    .selectFrom('placed')
    .leftJoin('attempt', (join) => join.onTrue())
    .selectAll('placed')
    .select('attempt.id as payment_id')
    .executeTakeFirst()
  if (!row) return null
  const { payment_id: paymentId, ...placed } = row
  return { order: placed as Order, paymentId }
}

/** primary key */
export function getOrder(db: Db | Tx, id: string): Promise<Order | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).$castTo<Order>().executeTakeFirst()
}

/**
 * primary key; the lock under which everything about an order is decided. It leaves the key alone, so that a row
 * which names the order can be written meanwhile: a cancelled cohort notes its orders while it holds the seats.
 */
export function lockOrder(tx: Tx, id: string): Promise<Order | undefined> {
  return tx.selectFrom('orders').selectAll().where('id', '=', id).$castTo<Order>().forNoKeyUpdate().executeTakeFirst()
}

/** orders_one_open; a client with its own key is found under any address. Null: an order of a gift card. */
export function getOpenOrder(db: Db | Tx, cohortCode: string | null, email: string, { client, isKeyed }: Client) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('cohort_code', cohortCode === null ? 'is' : '=', cohortCode)
    .$if(!isKeyed, (query) => query.where('email', '=', email))
    .where('client', '=', client)
    .where('state', '=', sql.lit('open'))
    .executeTakeFirst()
}

/** orders_one_open_of_person */
export async function hasOpenOrder(tx: Tx, cohortCode: string, personId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('orders')
    .select('id')
    .where('cohort_code', '=', cohortCode)
    .where('person_id', '=', personId)
    .where('state', '=', sql.lit('open'))
    .executeTakeFirst()
  return row !== undefined
}

/** Removes the client from the order, because an ended order can't be replaced. */
const NOBODY = Buffer.alloc(0)

export async function moveOrder(tx: Tx, id: string, state: Exclude<OrderState, 'complete'>): Promise<void> {
  await tx.updateTable('orders').set({ state, client: NOBODY, limit_key: null }).where('id', '=', id).execute()
}

/** Primary key. Nobody can replace the order, so its client is its own id, which keeps orders_one_open. */
export async function reopenOrder(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ state: 'open', client: sql<Buffer>`uuid_send(id)`, limit_key: null })
    .where('id', '=', id)
    .execute()
}

export async function completeOrder(tx: Tx, id: string, personId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ state: 'complete', client: NOBODY, limit_key: null, person_id: personId, completed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Primary key. An unconfirmed enrolment does not use up a promo code: removes it from the order and returns it, once. */
export async function removePromoCode(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`update orders set promo_code = null, discount_kind = null
    where id = ${id} and promo_code is not null returning old.promo_code as code`.execute(tx)
  return rows[0]?.code ?? null
}

/**
 * Orders_balance, enrolment_order, primary key of card_mandate; orders whose next reminder is due, the longest overdue first.
 * Only those, because the others would fill each round. An order with frozen seats gets no reminder, nor one whose saved
 * card is still to be charged.
 */
export async function dueBalances(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where(sql<boolean>`state = 'complete' and balance_paid_at is null`)
    .where('balance_due_at', '<=', now)
    .where(
      sql<boolean>`balance_due_at + (${[...REMINDER_DAYS]}::int[])[balance_reminders + 1] * interval '1 day' <= ${now}`,
    )
    .where(sql<boolean>`not exists (select from enrolment e where e.order_id = orders.id and e.frozen_at is not null)`)
    .where(
      sql<boolean>`not exists (select from card_mandate m where m.order_id = orders.id and m.ended_at is null and m.provider is not null)`,
    )
    .orderBy('balance_due_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Primary key. Returns since when the order is paused, or null. */
export async function noteReminder(tx: Tx, id: string, number: number, isPaused: boolean): Promise<Date | null> {
  const row = await tx
    .updateTable('orders')
    .set({ balance_reminders: number, ...(isPaused && { paused_at: sql<Date>`now()` }) })
    .where('id', '=', id)
    .returning('paused_at')
    .executeTakeFirstOrThrow()
  return row.paused_at
}

/** primary key; resumes a paused order */
export async function markBalancePaid(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ balance_paid_at: sql<Date>`now()`, paused_at: null })
    .where('id', '=', id)
    .execute()
}

export async function addCheckoutToken(tx: Tx, hash: Buffer, orderId: string): Promise<void> {
  await tx.insertInto('checkout_token').values({ hash, order_id: orderId, expires_at: TOKEN_EXPIRY }).execute()
}

/** primary keys; the order, where the token belongs to it and has not expired */
export function orderOfToken(db: Db, orderId: string, hash: Buffer): Promise<Order | undefined> {
  return db
    .selectFrom('orders')
    .innerJoin('checkout_token', 'checkout_token.order_id', 'orders.id')
    .selectAll('orders')
    .where('orders.id', '=', orderId)
    .where('checkout_token.hash', '=', hash)
    .where('checkout_token.expires_at', '>', sql<Date>`now()`)
    .$castTo<Order>()
    .executeTakeFirst()
}

/** orders_email; keeps the purchases and removes the person */
export async function forgetBuyer(tx: Tx, email: string, alias: { email: string; name: string }): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ ...alias, phone_number: null, attribution: '{}', first_touch: '{}', marketing: false })
    .where('email', '=', email)
    .execute()
}
