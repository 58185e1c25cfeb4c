/** Notes what the buyer agreed to for the card of an order. docs/contract §31. */
import { MANDATE_TEXT, MANDATE_VERSION } from '#domain/orders/card-mandate.ts'
import { KEEP_CARD_TEXT, KEEP_CARD_VERSION } from '#domain/orders/reusable-card.ts'
import type { Deps } from '#http/deps.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { getMethod } from '#platform/payments/gateways.ts'
import { addMandate, withdrawMandate } from '#sell/orders/queries/card-mandates.ts'
import { getOpenConsents, getSavesCard, type OpenConsents, type SavesCard } from '#sell/orders/queries/card-plans.ts'
import type { Order } from '#sell/orders/queries/orders.ts'
import {
  addKeepConsent,
  lockReusableCard,
  setCardOfAttempt,
  withdrawKeepConsent,
} from '#sell/orders/queries/reusable-cards.ts'

/** `storeCard`: for the balance of a deposit. `keepCard`: for the buyer's next course. */
export type CardConsent = { storeCard?: boolean | undefined; keepCard?: boolean | undefined }
type Choice = {
  paymentType: 'full' | 'deposit'
  consent: CardConsent
  reusableCardId?: string | undefined
}
type Attempt = { id: string; order_id: string; provider: Gateway['provider']; personId: string | null }

/**
 * Notes the choices for a new order, inside the caller's transaction. Only a logged-in buyer pays with a reusable card, or
 * keeps one. Returns whether the attempt saves a card or is for one.
 */
export async function noteCardConsents(deps: Deps, tx: Tx, choice: Choice, attempt: Attempt): Promise<boolean> {
  const { order_id: orderId, personId } = attempt
  const isByCard = getMethod(attempt.provider) === 'card'
  const chosenId = (isByCard && personId && choice.reusableCardId) || null
  const consents = {
    isForBalance: choice.paymentType === 'deposit' && choice.consent.storeCard === true,
    isForNextCourse: isByCard && personId !== null && !chosenId && choice.consent.keepCard === true,
  }
  if (consents.isForBalance) await noteMandate(deps, tx, orderId)
  if (consents.isForNextCourse) await noteKeepConsent(deps, tx, orderId)
  // A card that ended in the meantime is not charged: the buyer enters one.
  const reusableCardId = chosenId && (await lockReusableCard(tx, chosenId)) ? chosenId : null
  const savesCard = isByCard ? getSavesCard(consents) : null
  if (!reusableCardId && !savesCard) return false
  await setCardOfAttempt(tx, attempt.id, { reusableCardId, savesCard })
  return true
}

type Owned = { order: Pick<Order, 'id' | 'payment_type'>; isOwner: boolean }

/** The consents of the next attempt at an unpaid order. */
function chooseConsents({ order, isOwner }: Owned, consent: CardConsent): OpenConsents {
  return {
    isForBalance: consent.storeCard === true && order.payment_type === 'deposit',
    // Only a buyer who placed the order while logged in keeps a card.
    isForNextCourse: consent.keepCard === true && isOwner,
  }
}

/** False if the provider's intent of the open attempt has other consents than the buyer gives now. */
export async function hasSameConsents(db: Db, owned: Owned, consent: CardConsent | undefined): Promise<boolean> {
  if (!consent) return true
  const wanted = chooseConsents(owned, consent)
  const stored = await getOpenConsents(db, owned.order.id)
  return wanted.isForBalance === stored.isForBalance && wanted.isForNextCourse === stored.isForNextCourse
}

/**
 * Gives the next attempt at an unpaid order its own consents: one that is not given again is withdrawn. Runs in the
 * transaction that begins the attempt, because the earlier one can certainly not be paid any more then.
 */
export async function changeCardConsents(
  deps: Deps,
  tx: Tx,
  owned: Owned,
  consent: CardConsent | undefined,
): Promise<SavesCard | null> {
  const orderId = owned.order.id
  if (!consent) return getSavesCard(await getOpenConsents(tx, orderId))
  const wanted = chooseConsents(owned, consent)
  await (wanted.isForBalance ? noteMandate(deps, tx, orderId) : withdrawMandate(tx, orderId))
  await (wanted.isForNextCourse ? noteKeepConsent(deps, tx, orderId) : withdrawKeepConsent(tx, orderId))
  return getSavesCard(await getOpenConsents(tx, orderId))
}

function noteMandate(deps: Deps, tx: Tx, orderId: string): Promise<void> {
  return addMandate(tx, { orderId, agreedAt: deps.clock(), text: MANDATE_TEXT, version: MANDATE_VERSION })
}

function noteKeepConsent(deps: Deps, tx: Tx, orderId: string): Promise<void> {
  return addKeepConsent(tx, { orderId, agreedAt: deps.clock(), text: KEEP_CARD_TEXT, version: KEEP_CARD_VERSION })
}
