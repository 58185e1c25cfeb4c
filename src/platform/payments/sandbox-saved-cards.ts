/** The sandbox's saved cards: saved by the buyer's own charge, charged while the buyer is away. docs/contract.md §8. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SavedCard } from '#domain/orders/payment.ts'
import type { Db, Tx } from '../db/db.ts'
import { getLaterAnswer, type LaterAnswer } from './sandbox-cards.ts'
import type { CardUse } from './saved-cards.ts'

/** The columns of an intent. An intent that saves its card has a customer, and gets the card with the charge. */
export function toCardColumns(card: CardUse | undefined): { customerId: string | null; methodId: string | null } {
  if (card === 'save') return { customerId: `sbc_${token()}`, methodId: null }
  return { customerId: card?.customerId ?? null, methodId: card?.methodId ?? null }
}

/** Saves the card of an intent that has a customer. */
export async function saveCard(
  db: Db,
  intentId: string,
  number: string,
  card: { brand: string | null; last4: string | null },
): Promise<void> {
  await sql`with saved as (
      insert into sandbox.saved_card (id, customer_id, brand, last4, later)
      select ${`sbm_${token()}`}, customer_id, ${card.brand}, ${card.last4}, ${getLaterAnswer(number)}
      from sandbox.intent where id = ${intentId} and customer_id is not null returning id)
    update sandbox.intent set method_id = saved.id from saved where sandbox.intent.id = ${intentId}`.execute(db)
}

/** Charges the card of an open intent. False: the intent is not open any more. @throws Error if the card is not saved any more */
export async function chargeSavedCard(
  tx: Tx,
  intentId: string,
  { methodId }: SavedCard,
): Promise<'succeeded' | 'failed' | null> {
  const { rows } = await sql<{ brand: string; last4: string; later: LaterAnswer }>`select brand, last4, later
    from sandbox.saved_card where id = ${methodId} and detached_at is null`.execute(tx)
  const card = rows[0]
  if (!card) throw new Error('the sandbox does not have this card any more')
  const isPaid = card.later === 'succeeded'
  const charged = await sql`update sandbox.intent set status = ${isPaid ? 'succeeded' : 'requires_payment_method'},
      failure_code = ${isPaid ? null : card.later}, card_brand = ${card.brand}, card_last4 = ${card.last4}
    where id = ${intentId} and method_id = ${methodId} and status = 'requires_payment_method' and failure_code is null`.execute(
    tx,
  )
  if (!charged.numAffectedRows) return null
  return isPaid ? 'succeeded' : 'failed'
}

export async function detachSavedCard(db: Db, { methodId }: SavedCard): Promise<void> {
  await sql`update sandbox.saved_card set detached_at = coalesce(detached_at, now()) where id = ${methodId}`.execute(db)
}

const token = () => randomBytes(24).toString('base64url')
