/** Every statement about payments and provider events. */
import { type Insertable, sql } from 'kysely'
import type { PaymentState } from '#domain/orders/payment.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/types.gen.ts'
import type { PaymentProvider } from '#platform/payments/gateway.ts'

const now = sql<Date>`now()`

export async function addPayment(tx: Tx, payment: Insertable<DB['payment']>) {
  return tx.insertInto('payment').values(payment).returningAll().executeTakeFirstOrThrow()
}

/** unique (order_id, attempt) */
export async function listOrderPayments(db: Db | Tx, orderId: string) {
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
export function paymentOfIntent(db: Db | Tx, provider: PaymentProvider, intentId: string) {
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

/** unique (order_id, attempt); locks all payments of an order until the transaction ends */
export function lockPayments(tx: Tx, orderId: string) {
  return tx.selectFrom('payment').selectAll().where('order_id', '=', orderId).orderBy('attempt').forUpdate().execute()
}

export async function setPaymentIntent(db: Db, id: string, intentId: string): Promise<void> {
  await db
    .updateTable('payment')
    .set({ provider_intent_id: intentId })
    .where('id', '=', id)
    .where('provider_intent_id', 'is', null)
    .execute()
}

type ReportedFacts = {
  failureCode?: string | null
  card?: { brand: string; last4: string; fingerprint?: string } | null
  payer?: string | undefined
  asOf?: Date | undefined
  /** The provider had a card for it. */
  isPresented?: boolean
}

export async function movePayment(
  tx: Tx,
  id: string,
  state: PaymentState,
  reported: ReportedFacts = {},
): Promise<void> {
  await tx
    .updateTable('payment')
    .set({
      state,
      ...(state !== 'pending' && { capture_requested_at: null }),
      ...(reported.failureCode !== undefined && { failure_code: reported.failureCode }),
      ...(reported.card && {
        card_brand: reported.card.brand,
        card_last4: reported.card.last4,
        payer_fingerprint: reported.card.fingerprint ?? null,
      }),
      ...(reported.payer && { payer_fingerprint: reported.payer }),
      ...(reported.asOf && { provider_state_at: reported.asOf }),
      ...(reported.isPresented && { card_presented_at: sql<Date>`coalesce(card_presented_at, now())` }),
      ...(state === 'complete' && { settled_at: now }),
    })
    .where('id', '=', id)
    .execute()
}

/** Primary key. Notes a capture by our clock, as facts are; returns how many there were with it. */
export async function startCapture(tx: Tx, id: string): Promise<number> {
  const row = await tx
    .updateTable('payment')
    .set({ capture_requested_at: new Date(), captures: sql<number>`captures + 1` })
    .where('id', '=', id)
    .returning('captures')
    .executeTakeFirstOrThrow()
  return row.captures
}

/** primary key; the provider says that the noted capture charged nothing */
export async function clearCapture(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('payment').set({ capture_requested_at: null }).where('id', '=', id).execute()
}

/** primary key */
export async function markCardPresented(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('payment').set({ card_presented_at: now }).where('id', '=', id).execute()
}

/** payment_unsettled, payment_presented; takes the payments that waited longest and moves them to the end */
export async function nextUnsettled(
  db: Db,
  providers: readonly PaymentProvider[],
  olderThanSeconds: number,
  limit: number,
  cards: 'presented' | 'any',
): Promise<string[]> {
  const rows = await db
    .updateTable('payment')
    .set({ last_polled_at: now })
    .where('id', 'in', (from) =>
      from
        .selectFrom('payment')
        .select('id')
        .where(sql<boolean>`state in ('pending', 'declined', 'refund-pending') and provider <> 'none'`)
        .where('provider', '=', anyOf(providers))
        .where('provider_intent_id', 'is not', null)
        .$if(cards === 'presented', (query) => query.where('card_presented_at', 'is not', null))
        .where('created_at', '<', sql<Date>`now() - ${olderThanSeconds} * interval '1 second'`)
        .orderBy('last_polled_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** payment_unsettled; orders with a live payment at a provider that is not among these */
export async function listStrandedOrders(db: Db, providers: readonly PaymentProvider[]): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`select order_id::text from payment
    where state in ('pending', 'declined') and provider <> 'none' and provider <> all(${[...providers]}::text[])`.execute(
    db,
  )
  return rows.map((row) => row.order_id)
}

/** unique (provider, provider_intent_id); our payments among these intents of a provider, in these states if given */
export function listPaymentsOfIntents(
  db: Db,
  provider: PaymentProvider,
  intentIds: Iterable<string>,
  states?: readonly PaymentState[],
) {
  return db
    .selectFrom('payment')
    .select(['id', 'provider_intent_id'])
    .where('provider', '=', provider)
    .where('provider_intent_id', '=', sql<string>`any(${[...intentIds]}::text[])`)
    .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
    .execute()
}

/** primary key; adds a refunded amount, or subtracts one that did not arrive */
export async function addRefunded(tx: Tx, id: string, amountMinor: number): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ refunded_minor: sql<number>`refunded_minor + ${amountMinor}` })
    .where('id', '=', id)
    .execute()
}

/**
 * Primary key of provider_event, unique (provider, provider_intent_id). `known`: it was stored before. `handled`: its
 * payment is in one of the given states, so nothing is left to do. `waiting`: a job has to handle it.
 */
export async function addEvent(
  tx: Tx,
  event: { provider: PaymentProvider; eventId: string; intentId: string | null; type: string },
  handledStates: readonly PaymentState[],
): Promise<'known' | 'handled' | 'waiting'> {
  const { rows } = await sql<{ is_handled: boolean }>`
    insert into provider_event (provider, event_id, intent_id, type, handled_at)
    values (${event.provider}, ${event.eventId}, ${event.intentId}, ${event.type},
      (select now() from payment where provider = ${event.provider} and provider_intent_id = ${event.intentId}
        and state = any(${[...handledStates]}::text[])))
    on conflict (provider, event_id) do nothing returning handled_at is not null as is_handled`.execute(tx)
  if (!rows[0]) return 'known'
  return rows[0].is_handled ? 'handled' : 'waiting'
}

export async function markEventHandled(db: Db, provider: PaymentProvider, eventId: string): Promise<void> {
  await db
    .updateTable('provider_event')
    .set({ handled_at: now })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute()
}
