/**
 * Places an order by card or PayPal: holds the seats and creates the payment. Only a reusable card is charged here. The
 * order commits before the call to the provider, whose key belongs to the payment. So a crash in between leaves an order
 * that can be continued.
 */

import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { HeldError } from '#platform/backup/held-error.ts'
import { isInstallationHeld } from '#platform/backup/hold.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { createIntent } from '#sell/orders/create-intent.ts'
import { toCardAnswer } from '#sell/payments/answer-opened.ts'
import { continuePayment, type Opened } from '#sell/payments/continue-payment.ts'
import {
  checkReusableCard,
  payWithReusableCard,
  refuseUnconfirmedOwner,
} from '#sell/payments/saved-cards/reusable-cards.ts'
import type { Placed } from '#sell/payments/wire/answers.ts'
import type { CheckoutBody } from '../wire.ts'
import { prepareOrder, withFreshPrice } from './prepare-order.ts'
import { writeOrder } from './write-order.ts'

export async function placeOrder(deps: Deps, actor: Actor, body: CheckoutBody, ip: string): Promise<Outcome<Placed>> {
  const gateway = deps.gateways.forMethod('card')
  if (!gateway) return refused('METHOD_NOT_AVAILABLE')
  if (!body.reusableCardId) return toCardAnswer(gateway, await createOpenOrder(deps, gateway, actor, body, ip))
  const usable = await checkReusableCard(deps, gateway, actor, body.reusableCardId)
  if (!usable.ok) return usable
  const opened = await createOpenOrder(deps, gateway, actor, body, ip)
  if (!opened.ok) return opened
  // Asked with the seats held, so that nobody loses them while looking for a code.
  const unconfirmed = await refuseUnconfirmedOwner(deps, actor, opened.value)
  return unconfirmed ?? payWithReusableCard(deps, gateway, opened.value)
}

export async function createOpenOrder(
  deps: Deps,
  gateway: Gateway,
  actor: Actor,
  body: CheckoutBody,
  ip: string,
): Promise<Outcome<Opened>> {
  if (body.orderId) {
    const reusableCardId = (gateway.savedCards && body.reusableCardId) || null
    const { storeCard, keepCard } = gateway.savedCards ? body.consent : {}
    // The chosen card has its consent already.
    const consent = { storeCard, keepCard: keepCard && !reusableCardId }
    return continuePayment(deps, gateway, actor, body.orderId, { reusableCardId, consent })
  }
  // Before seats are held: without the provider nobody could end such an order either.
  if (await isInstallationHeld(deps.db)) throw new HeldError()
  const ready = await prepareOrder(deps, actor, body, ip)
  if (!ready.ok) return ready

  const placed = await inOneTransaction(deps.db, (tx) => writeOrder(deps, tx, ready.value, gateway.provider))
  if (!placed.ok) return withFreshPrice(deps, placed, ready.value)

  const { order, payment, checkoutToken, holdExpiresAt } = placed.value
  if (!payment) throw new Error(`order ${order.id} was placed without a payment at the provider`)
  const intent = await createIntent(deps, gateway, payment)
  return accepted({
    orderId: order.id,
    paymentId: payment.id,
    checkoutToken,
    intent,
    holdExpiresAt: holdExpiresAt.toISOString(),
  })
}
