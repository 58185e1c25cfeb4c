/** Every statement about orders. States that choose a partial index are literals: a parameter would hide it from the planner. */
import { type Insertable, sql } from 'kysely'
import type { State } from '#domain/order.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/types.gen.ts'

type Client = { client: Buffer; isKeyed: boolean }

/** orders_one_open; null when this client has an unpaid order of this address for this cohort already */
export async function addOrder(
  tx: Tx,
  order: Insertable<DB['orders']>,
): Promise<NonNullable<Awaited<ReturnType<typeof orderById>>> | null> {
  const row = await tx
    .insertInto('orders')
    .values(order)
    .onConflict((conflict) =>
      conflict.columns(['course_code', 'email', 'client']).where('state', '=', sql.lit('open')).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function addLine(tx: Tx, line: Insertable<DB['order_line']>): Promise<void> {
  await tx.insertInto('order_line').values(line).execute()
}

/** primary key */
export function orderById(db: Db | Tx, id: string) {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * primary key; the lock under which everything about an order is decided. It leaves the key alone, so that a row
 * which names the order can be written meanwhile: a cancelled cohort notes its orders while it holds the seats.
 */
export function lockOrder(tx: Tx, id: string) {
  return tx.selectFrom('orders').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** orders_one_open; of a client that is told by its key, whatever address it gave */
export function openOrderOf(db: Db | Tx, courseCode: string, email: string, { client, isKeyed }: Client) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('course_code', '=', courseCode)
    .$if(!isKeyed, (query) => query.where('email', '=', email))
    .where('client', '=', client)
    .where('state', '=', sql.lit('open'))
    .executeTakeFirst()
}

/** orders_one_open; of whatever addresses */
export async function countOpenOfClient(tx: Tx, courseCode: string, client: Buffer): Promise<number> {
  const { count } = await tx
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('course_code', '=', courseCode)
    .where('client', '=', client)
    .where('state', '=', sql.lit('open'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** orders_one_open; of whatever clients */
export async function countOpenOrders(tx: Tx, courseCode: string, email: string): Promise<number> {
  const { count } = await tx
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('course_code', '=', courseCode)
    .where('email', '=', email)
    .where('state', '=', sql.lit('open'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Nobody's any more: an order that has ended is nobody's to replace. */
const NOBODY = Buffer.alloc(0)

export async function moveOrder(tx: Tx, id: string, state: Exclude<State, 'complete'>): Promise<void> {
  await tx.updateTable('orders').set({ state, client: NOBODY, limit_key: null }).where('id', '=', id).execute()
}

export async function completeOrder(tx: Tx, id: string, personId: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ state: 'complete', client: NOBODY, limit_key: null, person_id: personId, completed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** orders_balance, enrolment_order; who is overdue longest first. Nobody is reminded while a dispute freezes the seats. */
export async function dueBalances(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where(sql<boolean>`state = 'complete' and balance_paid_at is null`)
    .where('balance_due_at', '<=', now)
    .where('balance_reminders', '<', sql.lit(3))
    .where(sql<boolean>`not exists (select from enrolment e where e.order_id = orders.id and e.frozen_at is not null)`)
    .orderBy('balance_due_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** primary key */
export async function noteReminder(tx: Tx, id: string, number: number, isPaused: boolean): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ balance_reminders: number, ...(isPaused && { paused_at: sql<Date>`now()` }) })
    .where('id', '=', id)
    .execute()
}

/** primary key; what was paused is open again */
export async function markBalancePaid(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ balance_paid_at: sql<Date>`now()`, paused_at: null })
    .where('id', '=', id)
    .execute()
}

/** unique (order_id, position) */
export function linesOf(db: Db | Tx, orderId: string) {
  return db.selectFrom('order_line').selectAll().where('order_id', '=', orderId).orderBy('position').execute()
}

/** unique (order_id, position) */
export async function refundLines(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('order_line')
    .set({ refunded_minor: sql<number>`amount_minor` })
    .where('order_id', '=', orderId)
    .execute()
}

/** unique (order_id, position) */
export async function unrefundLines(tx: Tx, orderId: string): Promise<void> {
  await tx.updateTable('order_line').set({ refunded_minor: 0 }).where('order_id', '=', orderId).execute()
}

export async function addCheckoutToken(tx: Tx, hash: Buffer, orderId: string): Promise<void> {
  await tx
    .insertInto('checkout_token')
    .values({ hash, order_id: orderId, expires_at: sql`now() + interval '24 hours'` })
    .execute()
}

/** primary key */
export async function orderOfToken(db: Db, hash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('checkout_token')
    .select('order_id')
    .where('hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.order_id ?? null
}

/** orders_email, payment.unique (order_id, attempt), dispute_payment; the person's own, also one whose balance is in the provider's hands, or whose payment a bank disputes */
export async function hasOpenOrder(tx: Tx, person: { id: string; email: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('orders')
    .select('id')
    .where('email', '=', person.email)
    .where('person_id', '=', person.id)
    .where(
      sql<boolean>`(state in ('open', 'returning') or exists (select from payment p where p.order_id = orders.id
        and (p.state in ('pending', 'declined', 'returning') and p.provider <> 'none'
          or exists (select from dispute d where d.payment_id = p.id and d.state in ('inquiry', 'open')))))`,
    )
    .executeTakeFirst()
  return row !== undefined
}

/** orders_email; what was bought and paid stays, who it was does not */
export async function forgetBuyer(tx: Tx, email: string, alias: { email: string; name: string }): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ ...alias, phone_number: null, attribution: '{}', marketing: false })
    .where('email', '=', email)
    .execute()
}
