/**
 * Ends an unpaid order. The provider's intent is cancelled first, and only then the seats are released. A payment that
 * turns out to have arrived is completed instead.
 */
import { nextOrderState } from '#domain/orders/order.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { releaseSeats } from '#learn/enrolments/hold-and-release-seats.ts'
import { getHold } from '#learn/enrolments/queries.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { createIntent } from '#sell/orders/create-intent.ts'
import { lockOrder, moveOrder } from '#sell/orders/queries/orders.ts'
import { livePayment, lockPayments, movePayment } from '#sell/orders/queries/payments.ts'
import { releaseCodes } from '#sell/orders/reserved-codes.ts'
import { completePayment } from './complete-payment.ts'

/** Ends an order whose hold has expired. A processing payment keeps its seats, and a later run looks at it again. */
export async function expireOrder(deps: Deps, orderId: string): Promise<void> {
  // A buyer who tries again has an extended hold, so the order stays.
  if (!(await hasExpired(deps.db, orderId)) || !(await cancelLivePayment(deps, orderId)).ok) return
  await transact(deps.db, async (tx) => {
    if (await hasExpired(tx, orderId)) await closeOrder(tx, orderId, 'expired')
  })
}

/**
 * Prepares the replacement by a new order of the same client, whose transaction closes this one and takes over its
 * seats. Refused while the buyer is at the bank's page.
 */
export async function cancelForReplacement(deps: Deps, orderId: string): Promise<Outcome<null>> {
  const payment = await livePayment(deps.db, orderId)
  if (!payment) return accepted(null)
  const gateway = deps.gateways.for(payment.provider)
  if (!gateway) return refused('PROVIDER_NOT_CONFIGURED', { reason: payment.provider })
  const fact = await createIntent(deps, gateway, payment)
  if (fact.status === 'requires_action' || fact.status === 'approved') return refused('PAYMENT_IN_HAND')
  return cancelLivePayment(deps, orderId)
}

/** Closes an order that can't be paid any more and releases its seats. False if it can still be paid, or was paid. */
export async function closeOrder(tx: Tx, orderId: string, as: 'expired' | 'cancelled' | 'replaced'): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (!order || (await livePayment(tx, orderId))) return false
  const move = nextOrderState(order.state, as === 'replaced' ? 'replaced' : 'hold_expired')
  if (!move) return order.state !== 'complete' && order.state !== 'refund-pending'
  await moveOrder(tx, orderId, as === 'replaced' ? as : 'expired')
  await releaseSeats(tx, orderId, as === 'expired' ? 'unpaid' : 'released')
  await releaseCodes(tx, order)
  return true
}

type Replaced = { hold: Awaited<ReturnType<typeof getHold>>; seats: number }

/**
 * Closes the replaced orders. Returns the hold that began first, whose times the new order inherits, and the number of
 * returned seats. False as in closeOrder.
 */
export async function closeReplaced(tx: Tx, orderIds: readonly string[]): Promise<Replaced | false> {
  const replaced: Replaced = { hold: undefined, seats: 0 }
  // In the order of their ids, so that concurrent transactions cannot deadlock.
  for (const orderId of [...orderIds].sort()) {
    const hold = await getHold(tx, orderId)
    // An expired hold has ended, so the limits treat the new order like any later one.
    if (!(await closeOrder(tx, orderId, hold?.isExpired ? 'expired' : 'replaced'))) return false
    if (!hold || hold.isExpired) continue
    if (!replaced.hold || hold.started_at < replaced.hold.started_at) replaced.hold = hold
    if (hold.state === 'live' && !hold.waitlist_offer_id) replaced.seats += hold.seats
  }
  return replaced
}

/** Cancels an abandoned payment of a balance, unless it is processing. */
export async function abandonBalance(deps: Deps, orderId: string): Promise<void> {
  const payment = await livePayment(deps.db, orderId)
  if (payment?.purpose === 'balance') await cancelLivePayment(deps, orderId)
}

/**
 * Ends the order's live payment at its own provider, so that nobody can pay it any more. Refused while it can be paid.
 *
 * @param only the payment to end. Another one that is live by now stays.
 */
export async function cancelLivePayment(deps: Deps, orderId: string, only?: string): Promise<Outcome<null>> {
  const payment = await livePayment(deps.db, orderId)
  if (!payment || (only && payment.id !== only)) return accepted(null)
  const gateway = deps.gateways.for(payment.provider)
  if (!gateway) {
    deps.log.warn({ orderId, provider: payment.provider }, 'the provider of an open payment is not configured')
    return refused('PROVIDER_NOT_CONFIGURED', { reason: payment.provider })
  }
  return (await endAttempt(deps, gateway, payment)) ? accepted(null) : refused('PAYMENT_IN_HAND')
}

type Live = NonNullable<Awaited<ReturnType<typeof livePayment>>>

/** Makes sure that an attempt is never charged. False while it can be. */
export async function endAttempt(deps: Deps, gateway: Gateway, payment: Live): Promise<boolean> {
  // Nobody can approve a payment that is not at the provider, and only we would capture it.
  if (gateway.capture && !payment.provider_intent_id) return abandonAttempt(deps, payment)
  const { intentId } = await createIntent(deps, gateway, payment)
  const fact = await gateway.cancelIntent(intentId)
  await completePayment(deps, gateway.provider, fact)
  if (fact.status === 'canceled') return true
  // PayPal keeps an order approved whose capture it declined.
  const isDeclined = payment.state === 'declined' && fact.status === 'approved'
  const isUncharged = fact.status === 'requires_payment' || fact.status === 'declined' || isDeclined
  return gateway.capture !== null && isUncharged && abandonAttempt(deps, payment)
}

/** Cancels an attempt that only we could charge. False once its capture was noted: it may have been charged. */
function abandonAttempt(deps: Deps, { id, order_id }: Live): Promise<boolean> {
  return transact(deps.db, async (tx) => {
    await lockOrder(tx, order_id)
    const payment = (await lockPayments(tx, order_id)).find((one) => one.id === id)
    if (payment?.state !== 'pending' && payment?.state !== 'declined') return payment?.state === 'cancelled'
    if (payment.capture_requested_at) return false
    // A declined payment keeps its reason, so that a late event of its approval charges nothing.
    await movePayment(tx, id, 'cancelled', payment.state === 'declined' ? {} : { failureCode: null })
    return true
  })
}

async function hasExpired(db: Parameters<typeof getHold>[0], orderId: string): Promise<boolean> {
  const hold = await getHold(db, orderId)
  return hold?.state !== 'live' || hold.isExpired
}
