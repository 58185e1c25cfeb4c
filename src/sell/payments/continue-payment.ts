/**
 * Continues the payment of an order: after a decline or a reload, or for the balance of a deposit. A new attempt starts
 * only after the previous one can certainly not be paid any more.
 */
import { isDeletedAccountEmail } from '#domain/contact.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { extendHold } from '#learn/enrolments/hold-and-release-seats.ts'
import { getHold } from '#learn/enrolments/queries.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction, transact } from '#platform/db/transaction.ts'
import type { Gateway, Intent } from '#platform/payments/gateway.ts'
import { getMethod } from '#platform/payments/gateways.ts'
import { balanceAbandonJob } from '#sell/checkout/queue.ts'
import { createIntent } from '#sell/orders/create-intent.ts'
import { payable } from '#sell/orders/get-order-balance.ts'
import { getFollowedOrder } from '#sell/orders/order-access.ts'
import { isChargeOfMandate } from '#sell/orders/queries/card-mandates.ts'
import { addCheckoutToken, lockOrder } from '#sell/orders/queries/orders.ts'
import { addPayment, countAttempts, listOrderPayments, livePayment } from '#sell/orders/queries/payments.ts'
import { lockReusableCard } from '#sell/orders/queries/reusable-cards.ts'
import { hasOpenDispute } from '#sell/refunds/queries/disputes.ts'
import { refuseRetry } from './checkout-limits.ts'
import { completePayment } from './complete-payment.ts'
import { endAttempt } from './end-order.ts'
import { type CardConsent, changeCardConsents, hasSameConsents } from './saved-cards/note-card-consents.ts'
import type { Placed } from './wire/answers.ts'

const ABANDONED_MS = 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

/** The reusable card that the buyer chose, and the consents for the card. Without `consent` those of the order stay. */
export type CardChoice = { reusableCardId?: string | null; consent?: CardConsent }

/** An open attempt, and its intent at the provider. */
export type Opened = Omit<Placed, 'clientSecret' | 'provider'> & { intent: Intent }

export async function continuePayment(
  deps: Deps,
  gateway: Gateway,
  actor: Actor,
  orderId: string,
  { reusableCardId = null, consent }: CardChoice = {},
): Promise<Outcome<Opened>> {
  const followed = await getFollowedOrder(deps, actor, orderId)
  if (!followed) return refused('ORDER_NOT_FOUND')
  const { order } = followed
  if (order.state !== 'open' && order.state !== 'complete') return refused('ORDER_CLOSED')
  if (isDeletedAccountEmail(order.email)) return refused('ORDER_CLOSED', { reason: 'the buyer deleted the account' })
  // Also the database refuses it.
  const isOwner = actor.kind === 'person' && actor.personId === order.person_id
  if (reusableCardId && !isOwner) return refused('SAVED_CARD_NOT_FOUND')
  // Nobody pays the rest of a course that is frozen.
  if (await hasOpenDispute(deps.db, orderId)) return refused('DISPUTE_OPEN')

  const tooOften = await refuseRetry(deps, orderId)
  if (tooOften) return tooOften
  const live = await livePayment(deps.db, orderId)
  if (live) {
    const ownGateway = deps.gateways.for(live.provider)
    if (!ownGateway) return refused('PROVIDER_NOT_CONFIGURED', { reason: live.provider })
    const fact = await createIntent(deps, ownGateway, live)
    // Ends a payment at an older provider or for another card, because the page has another card form.
    const isSameChoice =
      live.reusable_card_id === reusableCardId &&
      (order.state !== 'open' || (await hasSameConsents(deps.db, { order, isOwner }, consent))) &&
      !(await isChargeOfMandate(deps.db, live))
    if (fact.status === 'requires_payment' && ownGateway.provider === gateway.provider && isSameChoice)
      return respondWithPayment(deps, actor, live, fact)
    await completePayment(deps, ownGateway.provider, fact)
    if (fact.status === 'processing' || !(await endAttempt(deps, ownGateway, live))) return refused('PAYMENT_IN_HAND')
  }

  const attempt = await createAttempt(deps, gateway, orderId, { reusableCardId, consent, isOwner })
  if (!attempt.ok) return attempt
  const payment = attempt.value
  // Another process began it, at the provider of its own settings or for another card.
  if (payment.provider !== gateway.provider || payment.reusable_card_id !== reusableCardId)
    return refused('PAYMENT_IN_HAND')
  const intent = await createIntent(deps, gateway, payment)
  return respondWithPayment(deps, actor, payment, intent)
}

type NewAttempt = { reusableCardId: string | null; consent: CardConsent | undefined; isOwner: boolean }

/** For what is due now; of an order that is paid in part, for all that is left. Refused when nothing is. */
async function createAttempt(
  deps: Deps,
  gateway: Gateway,
  orderId: string,
  { reusableCardId, consent, isOwner }: NewAttempt,
) {
  return inOneTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const live = await livePayment(tx, orderId)
    if (live) return accepted(live)
    const attempts = await listOrderPayments(tx, orderId)
    const due = order && payable(order, attempts, deps.clock())
    if (!due) return refused('ORDER_CLOSED')
    const method = getMethod(gateway.provider)
    if (method === 'paypal' && due.purpose === 'purchase' && order.payment_type === 'deposit')
      return refused('METHOD_NOT_AVAILABLE', { reason: 'a deposit is not paid by PayPal' })
    const { count, oldestAt } = await countAttempts(tx, orderId)
    if (count >= deps.config.limits.attemptsPerOrder) {
      const retryAfter = Math.ceil((oldestAt.getTime() + DAY_MS - deps.clock().getTime()) / 1000)
      return refused('ATTEMPTS_LIMITED', { retryAfter: Math.max(1, retryAfter) })
    }
    if (reusableCardId && !(await lockReusableCard(tx, reusableCardId))) return refused('SAVED_CARD_NOT_FOUND')
    if (due.purpose === 'balance') await watchBalance(deps, tx, orderId)
    const savesCard =
      due.purpose === 'purchase' ? await changeCardConsents(deps, tx, { order, isOwner }, consent) : null
    const payment = await addPayment(tx, {
      order_id: orderId,
      attempt: attempts.length + 1,
      method,
      provider: gateway.provider,
      purpose: due.purpose,
      reusable_card_id: reusableCardId,
      saves_card: method === 'card' ? savesCard : null,
      amount_minor: due.amount.minor,
      currency: due.amount.currency,
    })
    return accepted(payment)
  })
}

/** A balance that is begun and left is let go after an hour: the provider is not asked about it for ever. */
async function watchBalance(deps: Deps, tx: Tx, orderId: string): Promise<void> {
  const startAfter = new Date(deps.clock().getTime() + ABANDONED_MS)
  await deps.jobs.enqueue(tx, balanceAbandonJob, { orderId }, { key: orderId, startAfter })
}

type Attempt = Awaited<ReturnType<typeof addPayment>>

/** The answer; the hold of an unpaid order is made longer. A browser keeps its own token; a signed-in buyer gets one. */
async function respondWithPayment(
  deps: Deps,
  actor: Actor,
  payment: Attempt,
  intent: Intent,
): Promise<Outcome<Opened>> {
  const own = actor.kind === 'guest' ? actor.checkoutToken : null
  const checkoutToken = own ?? deps.secrets.newToken()
  // A balance has its seats already, and a gift card has none.
  const isHeld = payment.purpose === 'purchase' && (await getHold(deps.db, payment.order_id)) !== undefined
  const holdExpiresAt = await transact(deps.db, async (tx) => {
    if (!own) await addCheckoutToken(tx, deps.secrets.hash(checkoutToken), payment.order_id)
    return isHeld ? extendHold(tx, payment.order_id) : null
  })
  if (isHeld && (!holdExpiresAt || holdExpiresAt <= deps.clock())) return refused('ORDER_CLOSED')
  return accepted({
    orderId: payment.order_id,
    paymentId: payment.id,
    checkoutToken,
    intent,
    holdExpiresAt: holdExpiresAt?.toISOString() ?? null,
  })
}
