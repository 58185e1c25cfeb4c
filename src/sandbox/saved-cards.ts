/** The sandbox's saved cards: saved by the buyer's own charge, charged while the buyer is away. docs/contract §8. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SavedCard } from '#domain/orders/payment.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { CardGoneError, type CardUse, type PresentBuyer } from '#platform/payments/saved-cards.ts'
import { getLaterAnswer, type JudgedCard, type LaterAnswer } from './cards.ts'

const GONE = 'the sandbox does not have this card any more'
type StoredCard = {
  brand: string
  last4: string
  exp_month: number | null
  exp_year: number | null
  later: LaterAnswer
}

/**
 * The columns of an intent. An intent that saves its card has a customer, and gets the card with the charge.
 * @throws CardGoneError if the card is not saved any more
 */
export async function toCardColumns(
  db: Db,
  card: CardUse | undefined,
): Promise<{ customerId: string | null; methodId: string | null }> {
  if (!card) return { customerId: null, methodId: null }
  if (typeof card === 'string') return { customerId: `sbc_${token()}`, methodId: null }
  const { rows } =
    await sql`select from sandbox.saved_card where id = ${card.methodId} and detached_at is null`.execute(db)
  if (rows.length === 0) throw new CardGoneError(GONE)
  return { customerId: card.customerId, methodId: card.methodId }
}

/** Saves the card of an intent that has a customer. */
export async function saveCard(db: Db, intentId: string, number: string, card: JudgedCard): Promise<void> {
  await sql`with saved as (
      insert into sandbox.saved_card (id, customer_id, brand, last4, exp_month, exp_year, later)
      select ${`sbm_${token()}`}, customer_id, ${card.brand}, ${card.last4}, ${card.expires?.month ?? null},
        ${card.expires?.year ?? null}, ${getLaterAnswer(number)}
      from sandbox.intent where id = ${intentId} and customer_id is not null returning id)
    update sandbox.intent set method_id = saved.id from saved where sandbox.intent.id = ${intentId}`.execute(db)
}

/** Charges the card of an open intent. False: the intent is not open any more. @throws Error if the card is not saved any more */
export async function chargeSavedCard(
  tx: Tx,
  intentId: string,
  { methodId }: SavedCard,
  buyer?: PresentBuyer,
): Promise<'succeeded' | 'failed' | 'asks' | null> {
  const { rows } = await sql<StoredCard>`select brand, last4, exp_month, exp_year, later
    from sandbox.saved_card where id = ${methodId} and detached_at is null`.execute(tx)
  const card = rows[0]
  if (!card) throw new CardGoneError(GONE)
  const isPaid = card.later === 'succeeded'
  // With the buyer there, the bank asks instead of refusing.
  const isAsked = buyer !== undefined && card.later === 'authentication_required'
  const status = isPaid ? 'succeeded' : isAsked ? 'requires_action' : 'requires_payment_method'
  const charged = await sql`update sandbox.intent set status = ${status}, challenge = ${isAsked ? token() : null},
      failure_code = ${isPaid || isAsked ? null : card.later}, card_brand = ${card.brand}, card_last4 = ${card.last4},
      card_exp_month = ${card.exp_month}, card_exp_year = ${card.exp_year}
    where id = ${intentId} and method_id = ${methodId} and status = 'requires_payment_method' and failure_code is null`.execute(
    tx,
  )
  if (!charged.numAffectedRows) return null
  if (isAsked) return 'asks'
  return isPaid ? 'succeeded' : 'failed'
}

export async function detachSavedCard(db: Db, { methodId }: SavedCard): Promise<void> {
  await sql`update sandbox.saved_card set detached_at = coalesce(detached_at, now()) where id = ${methodId}`.execute(db)
}

const token = () => randomBytes(24).toString('base64url')
