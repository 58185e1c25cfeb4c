/** Every statement about the cards that buyers keep for their next course. */
import { type Selectable, sql } from 'kysely'
import type { CardExpiry, SavedCard } from '#domain/orders/payment.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/types.gen.ts'
import type { SavesCard } from './card-plans.ts'

export type ReusableCard = Selectable<DB['reusable_card']>

type NewConsent = { orderId: string; text: string; version: number; agreedAt: Date }

/** primary key; leaves a consent that the order has already */
export async function addKeepConsent(tx: Tx, { orderId, text, version, agreedAt }: NewConsent): Promise<void> {
  const row = { order_id: orderId, consent_text: text, consent_version: version, agreed_at: agreedAt }
  await tx
    .insertInto('reusable_card')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** primary key; only one without a card */
export async function withdrawKeepConsent(tx: Tx, orderId: string): Promise<void> {
  await sql`delete from reusable_card where order_id = ${orderId} and provider is null
    and ended_at is null`.execute(tx)
}

type PaidCard = {
  provider: 'sandbox' | 'stripe'
  savedCard: SavedCard
  card: { brand: string; last4: string }
  expires: CardExpiry
}

/** primary key; only for a live consent without a card. False: there is none. */
export async function storeReusableCard(
  tx: Tx,
  orderId: string,
  { provider, savedCard, card, expires }: PaidCard,
): Promise<boolean> {
  const stored = await tx
    .updateTable('reusable_card')
    .set({
      provider,
      provider_customer_id: savedCard.customerId,
      provider_method_id: savedCard.methodId,
      card_brand: card.brand,
      card_last4: card.last4,
      expires_month: expires.month,
      expires_year: expires.year,
    })
    .where('order_id', '=', orderId)
    .where('provider', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return stored.numUpdatedRows > 0n
}

/** orders_person, primary key; the person's cards, the newest first */
export async function listReusableCards(db: Db, personId: string) {
  return db
    .selectFrom('reusable_card')
    .innerJoin('orders', 'orders.id', 'reusable_card.order_id')
    .select(['reusable_card.order_id', 'provider', 'card_brand', 'card_last4', 'expires_month', 'expires_year'])
    .where('orders.person_id', '=', personId)
    .where('reusable_card.ended_at', 'is', null)
    .where('reusable_card.provider', 'is not', null)
    .orderBy('reusable_card.agreed_at', 'desc')
    .execute()
}

/** primary keys; the card of an attempt that the buyer pays with it. Undefined: for another card, or it was removed. */
export async function getCardOfAttempt(db: Db, paymentId: string): Promise<ReusableCard | undefined> {
  return db
    .selectFrom('reusable_card')
    .innerJoin('payment', 'payment.reusable_card_id', 'reusable_card.order_id')
    .selectAll('reusable_card')
    .where('payment.id', '=', paymentId)
    .where('reusable_card.ended_at', 'is', null)
    .executeTakeFirst()
}

/** primary key; the card stays as it is until the end of the transaction. False: it has ended. */
export async function lockReusableCard(tx: Tx, reusableCardId: string): Promise<boolean> {
  const { rows } = await sql`select from reusable_card where order_id = ${reusableCardId} and ended_at is null
    for share`.execute(tx)
  return rows.length > 0
}

type CardOfAttempt = { reusableCardId: string | null; savesCard: SavesCard | null }

/** primary key; refused by the database for another person's card */
export async function setCardOfAttempt(
  tx: Tx,
  paymentId: string,
  { reusableCardId, savesCard }: CardOfAttempt,
): Promise<void> {
  const change = { reusable_card_id: reusableCardId, saves_card: savesCard }
  await tx.updateTable('payment').set(change).where('id', '=', paymentId).execute()
}

/** orders_person, primary key; ends the person's cards: the one of that order, or all but the one of that order, or all. */
export async function endReusableCards(
  tx: Tx,
  personId: string,
  which: { only: string } | { except: string } | 'all',
): Promise<boolean> {
  const narrowed =
    which === 'all'
      ? sql``
      : 'only' in which
        ? sql`and order_id = ${which.only}`
        : sql`and order_id <> ${which.except} and provider is not null`
  const because = which !== 'all' && 'except' in which ? 'replaced' : 'removed'
  // The later of two orders that are paid at the same time ends the card of the other. Both hold a share of the person's
  // lock, so that neither could get the whole of it.
  if (because === 'replaced')
    await sql`select pg_advisory_xact_lock(hashtext('reusable card'), hashtext(${personId}))`.execute(tx)
  const ended = await sql`update reusable_card set ended_at = now(), ended_because = ${because} where ended_at is null
    and order_id in (select id from orders where person_id = ${personId}) ${narrowed}`.execute(tx)
  return (ended.numAffectedRows ?? 0n) > 0n
}

/** primary keys; the provider does not have the card of the attempt any more */
export async function endLostCard(db: Db, paymentId: string): Promise<void> {
  await sql`update reusable_card set ended_at = now(), ended_because = 'lost' where ended_at is null
    and order_id = (select reusable_card_id from payment where id = ${paymentId})`.execute(db)
}

/** primary key, payment.unique (order_id, attempt); the card that was kept of the order, and the kept card that paid it */
export async function endCardsOfDispute(tx: Tx, orderId: string): Promise<void> {
  await sql`update reusable_card set ended_at = now(), ended_because = 'disputed' where ended_at is null
    and (order_id = ${orderId} or order_id in (select reusable_card_id from payment where order_id = ${orderId}))`.execute(
    tx,
  )
}

/** reusable_card_live, card_mandate_method; whether a consent needs the card */
export async function isCardNeeded(db: Db, methodId: string): Promise<boolean> {
  const { rows } = await sql<{ is_needed: boolean }>`select exists (select from reusable_card
      where provider_method_id = ${methodId} and ended_at is null and provider is not null)
    or exists (select from card_mandate
      where provider_method_id = ${methodId} and ended_at is null and provider is not null) as is_needed`.execute(db)
  return rows[0]?.is_needed === true
}

/**
 * reusable_card_detach, payment_reusable_card, card_mandate_method, reusable_card_live; ended cards that the providers still have,
 * and that neither an open attempt nor another consent needs
 */
export async function listReusableCardsToDetach(
  db: Db,
  providers: readonly string[],
  limit: number,
): Promise<ReusableCard[]> {
  const { rows } = await sql<ReusableCard>`select k.* from reusable_card k
    where k.ended_at is not null and k.provider = any(${[...providers]}) and k.detached_at is null
      and not exists (select from payment p where p.reusable_card_id = k.order_id and p.state in ('pending', 'declined'))
      and not exists (select from card_mandate m where m.provider_method_id = k.provider_method_id
        and m.ended_at is null and m.provider is not null)
      and not exists (select from reusable_card other where other.provider_method_id = k.provider_method_id
        and other.ended_at is null and other.provider is not null)
    order by k.ended_at limit ${limit}`.execute(db)
  return rows
}

/** primary key */
export async function noteReusableCardDetached(db: Db, orderId: string): Promise<void> {
  await sql`update reusable_card set detached_at = now() where order_id = ${orderId}`.execute(db)
}
