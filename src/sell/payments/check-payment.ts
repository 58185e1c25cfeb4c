/** Returns the status of a payment. Asks the provider while it is open, and never trusts the browser. */

import type { z } from 'zod'
import { add, money, toWire, zero } from '#domain/money/money.ts'
import { getPaymentStatus } from '#domain/orders/payment.ts'
import { accepted, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { listOrderEnrolments } from '#learn/enrolments/queries.ts'
import { isDatabaseUnavailable } from '#platform/db/unavailable.ts'
import type { Intent } from '#platform/payments/gateway.ts'
import { createIntent } from '#sell/orders/create-intent.ts'
import { getOrderBalance, isOwed } from '#sell/orders/get-order-balance.ts'
import { getFollowedOrder } from '#sell/orders/order-access.ts'
import { cancellationForBuyer } from '#sell/orders/queries/order-view.ts'
import { getOrder, type Order } from '#sell/orders/queries/orders.ts'
import { listOrderPayments, paymentById } from '#sell/orders/queries/payments.ts'
import { getOrderedCohortCode } from '#sell/orders/queries/seat-cohorts.ts'
import type { FailureCode, verifyPayment } from '#sell/payments/wire/verify.ts'
import { APPROVED_TOO_LATE } from './capture-payment.ts'
import { mayAskProvider } from './checkout-limits.ts'
import { completePayment } from './complete-payment.ts'

type PaymentCheck = z.output<(typeof verifyPayment)['answers'][200]>

const ASK_AGAIN_MS = 1500

export async function checkPayment(
  deps: Deps,
  actor: Actor,
  query: { paymentId?: string | undefined; orderId?: string | undefined },
) {
  const orderId = query.orderId ?? (query.paymentId && (await paymentById(deps.db, query.paymentId))?.order_id)
  const followed = orderId ? await getFollowedOrder(deps, actor, orderId) : null
  if (!followed) return refused('ORDER_NOT_FOUND')
  const { order } = followed

  const attempts = await listOrderPayments(deps.db, order.id)
  const chosen = query.paymentId
    ? attempts.find((attempt) => attempt.id === query.paymentId)
    : chooseDecidingAttempt(attempts)
  if (!chosen) return refused('ORDER_NOT_FOUND')
  const heard = await pollProvider(deps, chosen)
  const rows = heard.wasAsked ? await loadAgain(deps, order.id) : { order, payments: attempts }
  return accepted(await respondWithOrder(deps, rows, chosen.id, heard))
}

type Attempt = Awaited<ReturnType<typeof listOrderPayments>>[number]

/** The attempt that decides the order's status: a charge before a gift card. */
function chooseDecidingAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  const charges = attempts.filter(({ account_id, purpose }) => account_id === null && purpose === 'purchase')
  const all = charges.length > 0 ? charges : attempts
  return all.find(({ state }) => state === 'complete' || state === 'refund-pending') ?? all.at(-1)
}

/** `isKnown` is false if the provider did not answer, so the result of the payment is unknown. */
type SyncResult = {
  wasAsked: boolean
  isKnown: boolean
  nextAction: Intent['nextAction']
  /** PayPal's page, while the buyer has not approved the payment. */
  approvalUrl: string | null
  awaitsCard: boolean
}

const UNASKED: SyncResult = { wasAsked: false, isKnown: true, nextAction: null, approvalUrl: null, awaitsCard: false }

/** The buyer may have approved a payment at PayPal after its hold had ended. */
const isMaybeApproved = ({ state, method, failure_code }: Attempt) =>
  state === 'cancelled' && method === 'paypal' && failure_code === null

/** PayPal keeps an order approved whose capture it declined. We never capture it again, so it has ended. */
const isDeclinedCapture = ({ state, method }: Attempt) => state === 'declined' && method === 'paypal'

async function pollProvider(deps: Deps, attempt: Attempt): Promise<SyncResult> {
  const isOpen = attempt.state === 'pending' || attempt.state === 'declined'
  if (attempt.account_id || isDeclinedCapture(attempt) || (!isOpen && !isMaybeApproved(attempt))) return UNASKED
  // Nobody has the secret of an intent that is not there yet, so no card can have come.
  if (!attempt.provider_intent_id) return { ...UNASKED, awaitsCard: isOpen }
  const gateway = deps.gateways.for(attempt.provider)
  if (!gateway) return { ...UNASKED, isKnown: !isOpen }
  // The status of an expired payment stays pending until PayPal says whether its buyer approved it.
  const isKnown = !isOpen && !isMaybeApproved(attempt)
  if (!(await mayAskProvider(deps, attempt.order_id))) return { ...UNASKED, isKnown }
  try {
    const intent = await createIntent(deps, gateway, attempt)
    await completePayment(deps, gateway.provider, intent, attempt)
    return {
      wasAsked: true,
      // The outcome of an approved payment is unknown until it is captured.
      isKnown: intent.status !== 'approved',
      nextAction: intent.nextAction,
      approvalUrl: isOpen ? intent.approvalUrl : null,
      awaitsCard: intent.status === 'requires_payment' && intent.clientSecret !== null,
    }
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    deps.log.warn({ err: error, paymentId: attempt.id }, 'the provider could not be asked')
    return { ...UNASKED, wasAsked: true, isKnown }
  }
}

/** The rows as they are after the provider was asked. */
async function loadAgain(deps: Deps, orderId: string): Promise<OrderRows> {
  const order = await getOrder(deps.db, orderId)
  if (!order) throw new Error('an order is not deleted within thirty days')
  return { order, payments: await listOrderPayments(deps.db, orderId) }
}

type OrderRows = { order: Order; payments: Attempt[] }

async function respondWithOrder(
  deps: Deps,
  { order, payments }: OrderRows,
  paymentId: string,
  { isKnown, nextAction, approvalUrl, awaitsCard }: SyncResult,
): Promise<PaymentCheck> {
  const orderId = order.id
  const payment = payments.find(({ id }) => id === paymentId)
  if (!payment) throw new Error('a payment is not deleted before its order')
  const isDecided = payment.state === 'complete' || payment.failure_code === APPROVED_TOO_LATE
  const status = isKnown || isDecided ? getPaymentStatus(payment.state) : 'pending'
  const { paid, dueNow, dueLater } = getOrderBalance(order, payments, deps.clock())
  const due = add(dueNow, dueLater)
  const isCancelled = due.minor > 0 && (await cancellationForBuyer(deps.db, order)) !== undefined
  return {
    status,
    data: {
      orderId,
      paymentId,
      courseCode: await getOrderedCohortCode(deps.db, order),
      paymentType: order.payment_type,
      amountPaid: toWire(paid),
      amountDue: toWire(isOwed(order, isCancelled) ? due : zero(order.currency)),
      refunded: toWire(money(payment.refunded_minor, payment.currency)),
      enrolmentIds: await listOrderEnrolments(deps.db, orderId),
      ...(status === 'failed' &&
        payment.failure_code && { failureCode: payment.failure_code as z.infer<typeof FailureCode> }),
      ...(status === 'pending' && { retryAfterMs: ASK_AGAIN_MS }),
      ...(status === 'pending' && nextAction && { nextAction }),
      ...(status === 'pending' && approvalUrl && { approvalUrl }),
      ...(status === 'pending' && awaitsCard && { awaitsCard }),
    },
  }
}
