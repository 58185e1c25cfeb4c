/**
 * Goes on with an order: after a decline or a reload, or to pay the balance of a deposit. A new attempt
 * begins only once the one before is known dead.
 */
import { isNobody } from '#domain/contact.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { holdOf } from '#features/enrolments/queries.ts'
import { keepHolding } from '#features/enrolments/seats.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction, transact } from '#platform/db/one-transaction.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { refuseRetry } from './checkout-limits.ts'
import { mayFollow } from './credential.ts'
import { openIntent } from './intent.ts'
import { hasOpenDispute } from './queries/disputes.ts'
import { addCheckoutToken, lockOrder, orderById } from './queries/orders.ts'
import { addPayment, countAttempts, livePayment, paymentsOf } from './queries/payments.ts'
import { settle } from './settle.ts'
import { payable } from './standing.ts'
import type { Placed } from './wire.ts'

const ABANDONED_MS = 60 * 60 * 1000
const DAY_MS = 24 * 60 * 60 * 1000

export async function goOnWithOrder(
  deps: Deps,
  gateway: Gateway,
  actor: Actor,
  orderId: string,
): Promise<Outcome<Placed>> {
  const order = await orderById(deps.db, orderId)
  if (!order || !(await mayFollow(deps, actor, order))) return refused('ORDER_NOT_FOUND')
  if (order.state !== 'open' && order.state !== 'complete') return refused('ORDER_CLOSED')
  if (isNobody(order.email)) return refused('ORDER_CLOSED', { reason: 'the buyer deleted the account' })
  // Nobody pays the rest of a course that is frozen.
  if (await hasOpenDispute(deps.db, orderId)) return refused('DISPUTE_OPEN')

  const tooOften = await refuseRetry(deps, orderId)
  if (tooOften) return tooOften
  const live = await livePayment(deps.db, orderId)
  if (live) {
    const fact = await openIntent(deps, gateway, live)
    if (fact.status === 'requires_payment') return handOver(deps, gateway, actor, live, fact.clientSecret)
    const ended = fact.status === 'processing' ? fact : await gateway.cancelIntent(fact.intentId)
    await settle(deps, ended)
    if (ended.status !== 'canceled') return refused('PAYMENT_IN_HAND')
  }

  const attempt = await anotherAttempt(deps, gateway, orderId)
  if (!attempt.ok) return attempt
  const payment = attempt.value
  const intent = await openIntent(deps, gateway, payment)
  return handOver(deps, gateway, actor, payment, intent.clientSecret)
}

/** For what is due now; of an order that is paid in part, for all that is left. Refused when nothing is. */
async function anotherAttempt(deps: Deps, gateway: Gateway, orderId: string) {
  return inOneTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const live = await livePayment(tx, orderId)
    if (live) return accepted(live)
    const attempts = await paymentsOf(tx, orderId)
    const due = order && payable(order, attempts, deps.clock())
    if (!due) return refused('ORDER_CLOSED')
    const { count, oldestAt } = await countAttempts(tx, orderId)
    if (count >= deps.config.limits.attemptsPerOrder) {
      const retryAfter = Math.ceil((oldestAt.getTime() + DAY_MS - deps.clock().getTime()) / 1000)
      return refused('ATTEMPTS_LIMITED', { retryAfter: Math.max(1, retryAfter) })
    }
    if (due.purpose === 'balance') await watchBalance(deps, tx, orderId)
    const payment = await addPayment(tx, {
      order_id: orderId,
      attempt: attempts.length + 1,
      method: 'card',
      provider: gateway.provider,
      purpose: due.purpose,
      amount_minor: due.amount.minor,
      currency: due.amount.currency,
    })
    return accepted(payment)
  })
}

/** A balance that is begun and left is let go after an hour: the provider is not asked about it for ever. */
async function watchBalance(deps: Deps, tx: Tx, orderId: string): Promise<void> {
  const startAfter = new Date(deps.clock().getTime() + ABANDONED_MS)
  await deps.jobs.enqueue(tx, 'balance.abandon', { orderId }, { key: orderId, startAfter })
}

/** The answer; the hold of an unpaid order is made longer. A browser keeps its own token; a signed-in buyer gets one. */
async function handOver(
  deps: Deps,
  gateway: Gateway,
  actor: Actor,
  payment: { id: string; order_id: string; purpose: 'purchase' | 'balance' },
  clientSecret: string,
): Promise<Outcome<Placed>> {
  const own = actor.kind === 'guest' ? actor.checkoutToken : null
  const checkoutToken = own ?? deps.secrets.newToken()
  // A balance has its seats already, and a gift card has none.
  const isHeld = payment.purpose === 'purchase' && (await holdOf(deps.db, payment.order_id)) !== undefined
  const holdExpiresAt = await transact(deps.db, async (tx) => {
    if (!own) await addCheckoutToken(tx, deps.secrets.hash(checkoutToken), payment.order_id)
    return isHeld ? keepHolding(tx, payment.order_id) : null
  })
  if (isHeld && (!holdExpiresAt || holdExpiresAt <= deps.clock())) return refused('ORDER_CLOSED')
  return accepted({
    orderId: payment.order_id,
    paymentId: payment.id,
    checkoutToken,
    clientSecret,
    provider: gateway.provider,
    holdExpiresAt: holdExpiresAt?.toISOString() ?? null,
  })
}
