/** Every statement about the consent to charge a balance to the card of the deposit. */
import { type Selectable, sql, type UpdateObject } from 'kysely'
import type { SavedCard } from '#domain/orders/payment.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/types.gen.ts'

export type CardMandate = Selectable<DB['card_mandate']>

const now = sql<Date>`now()`

type NewMandate = { orderId: string; text: string; version: number; agreedAt: Date }

/** primary key; leaves a mandate that the order has already */
export async function addMandate(tx: Tx, { orderId, text, version, agreedAt }: NewMandate): Promise<void> {
  const row = { order_id: orderId, mandate_text: text, mandate_version: version, agreed_at: agreedAt }
  await tx
    .insertInto('card_mandate')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** primary key; only one without a card */
export async function withdrawMandate(tx: Tx, orderId: string): Promise<void> {
  await sql`delete from card_mandate where order_id = ${orderId} and provider is null
    and ended_at is null`.execute(tx)
}

/** primary key */
export function getMandate(db: Db | Tx, orderId: string): Promise<CardMandate | undefined> {
  return db.selectFrom('card_mandate').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

export type StoredCard = Pick<CardMandate, 'provider_customer_id' | 'provider_method_id'>

/** The card of a mandate, or a reusable card. Null until the order was paid by a card. */
export function getSavedCard({
  provider_customer_id: customerId,
  provider_method_id: methodId,
}: StoredCard): SavedCard | null {
  return customerId && methodId ? { customerId, methodId } : null
}

type PaidCard = { provider: 'sandbox' | 'stripe'; savedCard: SavedCard; card: { brand: string; last4: string } }

/** primary key; only for a live mandate without a card. False: there is none. */
export async function storeSavedCard(
  tx: Tx,
  orderId: string,
  { provider, savedCard, card }: PaidCard,
): Promise<boolean> {
  const stored = await tx
    .updateTable('card_mandate')
    .set({
      provider,
      provider_customer_id: savedCard.customerId,
      provider_method_id: savedCard.methodId,
      card_brand: card.brand,
      card_last4: card.last4,
    })
    .where('order_id', '=', orderId)
    .where('provider', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return stored.numUpdatedRows > 0n
}

/**
 * card_mandate_active, payment.unique (order_id, attempt); orders whose notice is due, or whose next step of a charge is,
 * and those whose card is never charged because of a refund
 */
export async function listDueMandates(db: Db, time: Date, noticeDays: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`select m.order_id::text from card_mandate m
    join orders o on o.id = m.order_id
    where m.ended_at is null and m.provider is not null and o.state = 'complete' and (
      m.notified_at is null and o.balance_due_at <= ${time}::timestamptz + ${noticeDays} * interval '1 day'
      or m.charge_at <= ${time} or m.payment_id is not null or o.balance_paid_at is not null
      or exists (select from payment p where p.order_id = o.id and p.refunded_minor > 0))
    order by m.charge_at nulls first, m.order_id limit ${limit}`.execute(db)
  return rows.map((row) => row.order_id)
}

/** primary key */
export async function noteNotice(tx: Tx, orderId: string, notifiedAt: Date, chargeAt: Date): Promise<void> {
  await update(tx, orderId, { notified_at: notifiedAt, charge_at: chargeAt })
}

/** primary key; counts an attempt, which is the given payment */
export async function beginCharge(tx: Tx, orderId: string, paymentId: string, nextChargeAt: Date): Promise<void> {
  await update(tx, orderId, {
    payment_id: paymentId,
    charge_at: nextChargeAt,
    attempts: sql<number>`attempts + 1`,
    failure_code: null,
  })
}

/** primary key */
export async function noteChargeFailure(tx: Tx, orderId: string, failureCode: string): Promise<void> {
  await update(tx, orderId, { failure_code: failureCode })
}

/** primary key; the attempt has certainly ended, so another one may follow */
export async function clearCharge(tx: Tx, orderId: string): Promise<void> {
  await update(tx, orderId, { payment_id: null })
}

/** primary key; false if it had ended already */
export async function endMandate(
  tx: Tx,
  orderId: string,
  because: 'paid' | 'removed' | 'failed' | 'closed',
): Promise<boolean> {
  const ended = await tx
    .updateTable('card_mandate')
    .set({ ended_at: now, ended_because: because })
    .where('order_id', '=', orderId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/** primary key; whether the job charges this attempt to the saved card, so that the buyer needs another one */
export async function isChargeOfMandate(
  db: Db,
  payment: { id: string; order_id: string; purpose: 'purchase' | 'balance' },
): Promise<boolean> {
  return payment.purpose === 'balance' && (await getMandate(db, payment.order_id))?.payment_id === payment.id
}

/** primary key; an attempt that may be charged is first withdrawn by the job, which ends the mandate then */
export async function closeIdleMandate(tx: Tx, orderId: string): Promise<void> {
  await sql`update card_mandate set ended_at = now(), ended_because = 'closed' where order_id = ${orderId}
    and ended_at is null and payment_id is null`.execute(tx)
}

/** card_mandate_detach, reusable_card_live; ended mandates whose card the provider still keeps, and that no reusable card needs */
export async function listCardsToDetach(db: Db, providers: readonly string[], limit: number): Promise<CardMandate[]> {
  return db
    .selectFrom('card_mandate')
    .selectAll()
    .where(sql<boolean>`ended_at is not null and provider = any(${[...providers]}) and detached_at is null
      and not exists (select from reusable_card k where k.provider_method_id = card_mandate.provider_method_id
        and k.ended_at is null and k.provider is not null)`)
    .orderBy('ended_at')
    .limit(limit)
    .execute()
}

/** primary key; the ids of a deleted card are not needed any more */
export async function noteDetached(db: Db, orderId: string): Promise<void> {
  await db.updateTable('card_mandate').set({ detached_at: now }).where('order_id', '=', orderId).execute()
}

/** orders_person, primary key; the person's cards that may still be charged */
export async function listSavedCards(db: Db, personId: string) {
  return db
    .selectFrom('card_mandate')
    .innerJoin('orders', 'orders.id', 'card_mandate.order_id')
    .select(['orders.id', 'orders.number', 'orders.cohort_code', 'orders.timezone_id', 'orders.balance_due_at'])
    .select(['card_brand', 'card_last4', 'charge_at', 'agreed_at'])
    .where('orders.person_id', '=', personId)
    .where('orders.balance_paid_at', 'is', null)
    .where('card_mandate.ended_at', 'is', null)
    .where('card_mandate.provider', 'is not', null)
    .orderBy('card_mandate.agreed_at')
    .execute()
}

/** orders_person, primary key; ends every mandate of a person. The job deletes the cards at the provider. */
export async function endMandatesOfPerson(tx: Tx, personId: string): Promise<void> {
  await sql`update card_mandate set ended_at = now(), ended_because = 'removed' where ended_at is null
    and order_id in (select id from orders where person_id = ${personId})`.execute(tx)
}

async function update(tx: Tx, orderId: string, changes: UpdateObject<DB, 'card_mandate'>): Promise<void> {
  const mandate = tx.updateTable('card_mandate').set(changes).where('order_id', '=', orderId)
  await mandate.where('ended_at', 'is', null).execute()
}
