/** Notes what the buyer agreed to for the card of an order. docs/contract.md §31. */
import { MANDATE_TEXT, MANDATE_VERSION } from '#domain/orders/card-mandate.ts'
import { KEEP_CARD_TEXT, KEEP_CARD_VERSION } from '#domain/orders/reusable-card.ts'
import { addMandate, withdrawMandate } from '#features/orders/queries/card-mandates.ts'
import { lockOrder } from '#features/orders/queries/orders.ts'
import { addKeepConsent, setCardOfAttempt, withdrawKeepConsent } from '#features/orders/queries/reusable-cards.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { getMethod } from '#platform/payments/gateways.ts'

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
 * keeps one. Returns whether the attempt has a consent or a card.
 */
export async function noteCardConsents(deps: Deps, tx: Tx, choice: Choice, attempt: Attempt): Promise<boolean> {
  const { order_id: orderId, personId } = attempt
  const { consent, reusableCardId } = choice
  const isForBalance = choice.paymentType === 'deposit' && consent.storeCard === true
  if (isForBalance) await noteMandate(deps, tx, orderId)
  if (!personId || getMethod(attempt.provider) !== 'card') return isForBalance
  if (reusableCardId) await setCardOfAttempt(tx, attempt.id, reusableCardId)
  else if (consent.keepCard) await noteKeepConsent(deps, tx, orderId)
  return isForBalance || Boolean(reusableCardId) || consent.keepCard === true
}

/**
 * Another attempt at an unpaid order has its own consents: one that is not given again is withdrawn. Returns whether one
 * changed, because the provider's intent of the earlier attempt still has the old ones.
 *
 * @param isOwner the buyer is logged in, and placed the order while logged in
 */
export function changeCardConsents(
  deps: Deps,
  orderId: string,
  { storeCard, keepCard }: CardConsent,
  isOwner: boolean,
): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.state !== 'open') return false
    const isForBalance = storeCard === true && order.payment_type === 'deposit'
    const changes = [
      isForBalance ? await noteMandate(deps, tx, orderId) : await withdrawMandate(tx, orderId),
      keepCard && isOwner ? await noteKeepConsent(deps, tx, orderId) : await withdrawKeepConsent(tx, orderId),
    ]
    return changes.includes(true)
  })
}

function noteMandate(deps: Deps, tx: Tx, orderId: string): Promise<boolean> {
  return addMandate(tx, { orderId, agreedAt: deps.clock(), text: MANDATE_TEXT, version: MANDATE_VERSION })
}

function noteKeepConsent(deps: Deps, tx: Tx, orderId: string): Promise<boolean> {
  return addKeepConsent(tx, { orderId, agreedAt: deps.clock(), text: KEEP_CARD_TEXT, version: KEEP_CARD_VERSION })
}
