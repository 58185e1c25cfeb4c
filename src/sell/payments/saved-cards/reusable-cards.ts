/** Cards that buyers keep for their next course: kept at a paid order, paid with at a later one, removed. docs/contract §31. */
import { isCardExpired } from '#domain/orders/reusable-card.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import type { ReusableCardView } from '#people/accounts/wire/reusable-cards.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { logFailure } from '#platform/db/unavailable.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { isCardGone } from '#platform/payments/saved-cards.ts'
import { getReturnUrl } from '#sell/orders/create-intent.ts'
import { getSavedCard } from '#sell/orders/queries/card-mandates.ts'
import { getOrder } from '#sell/orders/queries/orders.ts'
import * as reusable from '#sell/orders/queries/reusable-cards.ts'
import { toCardAnswer } from '../answer-opened.ts'
import { completePayment } from '../complete-payment.ts'
import type { Opened } from '../continue-payment.ts'
import type { Placed } from '../wire/answers.ts'

/** The newest first. A card of another provider than today's is listed, and cannot pay. */
export async function listOwnReusableCards(deps: Deps, personId: string): Promise<ReusableCardView[]> {
  const cards: ReusableCardView[] = []
  for (const card of await reusable.listReusableCards(deps.db, personId)) {
    const { order_id: reusableCardId, card_brand: brand, card_last4: last4 } = card
    const { expires_month: month, expires_year: year } = card
    if (!brand || !last4 || !month || !year || !card.provider) continue
    const isPayable = deps.gateways.forMethod('card')?.provider === card.provider
    const isExpired = isCardExpired({ month, year }, deps.clock())
    cards.push({ reusableCardId, brand, last4, expires: { month, year }, isExpired, isPayable })
  }
  return cards
}

/** Another person's card, a removed one and an expired one are refused alike. Guests have none. */
export async function checkReusableCard(
  deps: Deps,
  gateway: Gateway,
  actor: Actor,
  reusableCardId: string,
): Promise<Outcome<null>> {
  if (actor.kind !== 'person' || !gateway.savedCards) return refused('SAVED_CARD_NOT_FOUND')
  const own = await listOwnReusableCards(deps, actor.personId)
  const card = own.find((one) => one.reusableCardId === reusableCardId)
  return card?.isPayable && !card.isExpired ? accepted(null) : refused('SAVED_CARD_NOT_FOUND')
}

/**
 * Refuses a charge that the bearer alone does not prove to be the owner's: seats of others need a step-up, the own seat a
 * log-in or a step-up of the last hour. The refusal names the open order, which is charged by a repeat after the step-up.
 */
export async function refuseUnconfirmedOwner(deps: Deps, actor: Actor, opened: Opened) {
  if (actor.kind !== 'person') return refused('SAVED_CARD_NOT_FOUND')
  const order = await getOrder(deps.db, opened.orderId)
  if (order && (order.seats > 1 ? actor.isSteppedUp : actor.isRecentlyConfirmed)) return null
  const { intent: _intent, ...data } = opened
  return refused('CARD_OWNER_UNCONFIRMED', { data })
}

/**
 * Charges the opened attempt to its reusable card, with the buyer there: the bank may ask. Refused if the card is certainly
 * not charged, because the provider does not have it. An unknown outcome is pending, and the provider is asked later.
 */
export async function payWithReusableCard(deps: Deps, gateway: Gateway, opened: Opened): Promise<Outcome<Placed>> {
  const card = await reusable.getCardOfAttempt(deps.db, opened.paymentId)
  const savedCard = card && getSavedCard(card)
  if (!savedCard || !gateway.savedCards) return refused('SAVED_CARD_NOT_FOUND')
  const { intentId } = opened.intent
  const buyer = { returnUrl: getReturnUrl(deps, opened.orderId) }
  try {
    const fact = await gateway.savedCards.charge(intentId, savedCard, buyer)
    await completePayment(deps, gateway.provider, fact)
  } catch (error) {
    if (isCardGone(error)) {
      await reusable.endLostCard(deps.db, opened.paymentId)
      return refused('SAVED_CARD_NOT_FOUND')
    }
    logFailure(deps.log, error, 'the outcome of a payment with a reusable card is unknown', { orderId: opened.orderId })
  }
  return toCardAnswer(gateway, accepted(opened))
}

export async function removeReusableCard(
  deps: Deps,
  personId: string,
  reusableCardId: string,
): Promise<Outcome<{ reusableCardId: string }>> {
  return inOneTransaction(deps.db, async (tx) =>
    (await reusable.endReusableCards(tx, personId, { only: reusableCardId }))
      ? accepted({ reusableCardId })
      : refused('SAVED_CARD_NOT_FOUND'),
  )
}
