/** Every statement about payments, refunds and what providers tell. */
import { type Insertable, sql } from 'kysely'
import type { State } from '#domain/payment.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/types.gen.ts'
import type { Gateway } from '#platform/payments/gateway.ts'

type Provider = Gateway['provider']

const now = sql<Date>`now()`

export async function addPayment(tx: Tx, payment: Insertable<DB['payment']>) {
  return tx.insertInto('payment').values(payment).returningAll().executeTakeFirstOrThrow()
}

/** unique (order_id, attempt) */
export async function paymentsOf(db: Db | Tx, orderId: string) {
  return db.selectFrom('payment').selectAll().where('order_id', '=', orderId).orderBy('attempt').execute()
}

/** unique (order_id, attempt); attempts by card in the last day */
export async function countAttempts(tx: Tx, orderId: string): Promise<{ count: number; oldestAt: Date }> {
  const row = await tx
    .selectFrom('payment')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('created_at').as('oldestAt')])
    .where('order_id', '=', orderId)
    .where('provider', '<>', 'none')
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return { count: Number(row.count), oldestAt: row.oldestAt ?? new Date(0) }
}

/** How the providers name the event of a declined card. */
const DECLINES = ['payment_intent.payment_failed', 'intent.failed']
export const isDecline = (eventType: string): boolean => DECLINES.includes(eventType)

/** Refused attempts of all cards that were sent to the provider for an order; provider_event_intent */
export async function countDeclines(db: Db, orderId: string): Promise<number> {
  const row = await db
    .selectFrom('payment')
    .innerJoin('provider_event', (join) =>
      join
        .onRef('provider_event.intent_id', '=', 'payment.provider_intent_id')
        .onRef('provider_event.provider', '=', 'payment.provider'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('payment.order_id', '=', orderId)
    .where('provider_event.type', 'in', DECLINES)
    .where('provider_event.received_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** payment_one_live */
export function livePayment(db: Db | Tx, orderId: string) {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', orderId)
    .where(sql<boolean>`state in ('pending', 'declined') and provider <> 'none'`)
    .executeTakeFirst()
}

/** primary key */
export function paymentById(db: Db | Tx, id: string) {
  return db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()
}

/** unique (provider, provider_intent_id) */
export function paymentOfIntent(db: Db | Tx, provider: Provider, intentId: string) {
  return db
    .selectFrom('payment')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_intent_id', '=', intentId)
    .executeTakeFirst()
}

/** primary key; locks the row until the transaction ends */
export function lockPayment(tx: Tx, id: string) {
  return tx.selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export async function setIntent(db: Db, id: string, intentId: string): Promise<void> {
  await db
    .updateTable('payment')
    .set({ provider_intent_id: intentId })
    .where('id', '=', id)
    .where('provider_intent_id', 'is', null)
    .execute()
}

type Told = {
  failureCode?: string | null
  card?: { brand: string; last4: string } | null
  asOf?: Date | undefined
}

export async function movePayment(tx: Tx, id: string, state: State, told: Told = {}): Promise<void> {
  await tx
    .updateTable('payment')
    .set({
      state,
      ...(told.failureCode !== undefined && { failure_code: told.failureCode }),
      ...(told.card && { card_brand: told.card.brand, card_last4: told.card.last4 }),
      ...(told.asOf && { told_as_of: told.asOf }),
      ...(state === 'complete' && { settled_at: now }),
    })
    .where('id', '=', id)
    .execute()
}

/** primary key */
export async function markCardPresented(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('payment').set({ card_presented_at: now }).where('id', '=', id).execute()
}

/** payment_unsettled, payment_presented; takes the ones that waited longest, and puts them last in line */
export async function nextUnsettled(
  db: Db,
  provider: Provider,
  olderThanSeconds: number,
  limit: number,
  cards: 'presented' | 'any',
): Promise<string[]> {
  const rows = await db
    .updateTable('payment')
    .set({ asked_at: now })
    .where('id', 'in', (from) =>
      from
        .selectFrom('payment')
        .select('id')
        .where(sql<boolean>`state in ('pending', 'declined', 'returning') and provider <> 'none'`)
        .where('provider', '=', provider)
        .where('provider_intent_id', 'is not', null)
        .$if(cards === 'presented', (query) => query.where('card_presented_at', 'is not', null))
        .where('created_at', '<', sql<Date>`now() - ${olderThanSeconds} * interval '1 second'`)
        .orderBy('asked_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** unique (provider, provider_intent_id); the intents among these that we do not hold for paid */
export async function notHeldForPaid(db: Db, provider: Provider, intentIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('payment')
    .select('provider_intent_id')
    .where('provider', '=', provider)
    .where('provider_intent_id', '=', sql<string>`any(${[...intentIds]}::text[])`)
    .where(sql<boolean>`state in ('pending', 'declined', 'cancelled')`)
    .execute()
  return rows.flatMap((row) => row.provider_intent_id ?? [])
}

export async function addRefund(tx: Tx, refund: Insertable<DB['refund']>): Promise<string> {
  const row = await tx.insertInto('refund').values(refund).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** unique (provider, provider_intent_id); those among these that are ours */
export async function paymentsOfIntents(db: Db, provider: Provider, intentIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('payment')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_intent_id', '=', sql<string>`any(${[...intentIds]}::text[])`)
    .execute()
  return rows.map((row) => row.id)
}

/** refund_payment */
export async function queuedRefunds(db: Db, paymentId: string) {
  return db.selectFrom('refund').selectAll().where('payment_id', '=', paymentId).where('state', '=', 'queued').execute()
}

/** payment.unique (order_id, attempt), refund_payment; what the provider has taken to pay back */
export function refundsOf(db: Db, orderId: string) {
  return db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['refund.payment_id', 'refund.amount_minor', 'refund.created_at'])
    .where('payment.order_id', '=', orderId)
    .where('refund.state', '=', 'accepted')
    .orderBy('refund.created_at')
    .execute()
}

/** payment.unique (order_id, attempt), refund_payment; what went back of each payment, or is about to */
export async function refundedByPayment(db: Db | Tx, orderId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['refund.payment_id', sql<number>`sum(refund.amount_minor)::int`.as('minor')])
    .where('payment.order_id', '=', orderId)
    .where('refund.state', 'not in', ['failed', 'dropped'])
    .groupBy('refund.payment_id')
    .execute()
  return new Map(rows.map((row) => [row.payment_id, row.minor]))
}

/** primary key; with that much more sent back, or less where it did not arrive */
export async function addRefunded(tx: Tx, id: string, amountMinor: number): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ refunded_minor: sql<number>`refunded_minor + ${amountMinor}` })
    .where('id', '=', id)
    .execute()
}

/** refund_queued, refund_undecided, dispute_payment; payments whose refund has waited longer than its job should need, and neither for an operator nor for a dispute */
export async function paymentsToRefund(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`select r.payment_id::text
    from refund r join payment p on p.id = r.payment_id
    where r.state = 'queued' and r.created_at < now() - interval '1 minute' and not (p.state = 'complete' and exists (
      select from payment o join refund u on u.payment_id = o.id where o.order_id = p.order_id and o.state = 'complete'
        and u.made_at = 'provider' and u.state = 'accepted' and u.request_id is null))
      and not exists (select from payment o join dispute d on d.payment_id = o.id where o.order_id = p.order_id and d.state = 'open')
    order by r.created_at limit ${limit}`.execute(db)
  return [...new Set(rows.map((row) => row.payment_id))]
}

/** primary key; over the amount that was taken, and only one that waits */
export async function acceptRefund(tx: Tx, id: string, providerRefundId: string, amountMinor: number): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ state: 'accepted', provider_refund_id: providerRefundId, amount_minor: amountMinor })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

/** primary key of provider_event; false when this event was stored before */
export async function addEvent(
  tx: Tx,
  event: { provider: Provider; eventId: string; intentId: string | null; type: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('provider_event')
    .values({ provider: event.provider, event_id: event.eventId, intent_id: event.intentId, type: event.type })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function markEventHandled(db: Db, provider: Provider, eventId: string): Promise<void> {
  await db
    .updateTable('provider_event')
    .set({ handled_at: now })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute()
}
