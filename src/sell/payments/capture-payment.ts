/**
 * Captures a payment that its buyer approved. Under the order's lock the capture is noted in the payment's row, and only
 * if the seats are held. From then on nobody can cancel the payment, until the provider says that it was not charged.
 * See docs/decisions/0045-an-approved-payment-is-captured-while-its-seats-are-held.md.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { isDeletedAccountEmail } from '#domain/contact.ts'
import { money } from '#domain/money/money.ts'
import { nextOrderState } from '#domain/orders/order.ts'
import type { Deps } from '#http/deps.ts'
import { extendHold, holdSeatsAgain } from '#learn/enrolments/hold-and-release-seats.ts'
import { isEnrolled } from '#learn/enrolments/queries.ts'
import { personByEmail } from '#people/accounts/queries/people.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { payable } from '#sell/orders/get-order-balance.ts'
import { hasOpenOrder, lockOrder, type Order, reopenOrder } from '#sell/orders/queries/orders.ts'
import { lockPayments, movePayment, paymentById, startCapture } from '#sell/orders/queries/payments.ts'
import { releaseCodes, reserveCodesAgain } from '#sell/orders/reserved-codes.ts'
import { hasOpenDispute } from '#sell/refunds/queries/disputes.ts'
import { completePayment } from './complete-payment.ts'

type Payment = Awaited<ReturnType<typeof lockPayments>>[number]

/** The code of a payment that was approved and never charged, because its seats were gone. */
export const APPROVED_TOO_LATE = 'approved_too_late'

/** The answer of the capture must be later than its note, or it is taken for an older one. Both are whole milliseconds. */
const LATER_MS = 2

/** The job `payment.capture`. A repeat sends the same key, so the buyer is charged once. */
export async function capturePayment(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.db, paymentId)
  if (!payment?.provider_intent_id) return
  const gateway = deps.gateways.for(payment.provider)
  // The queue keeps the job and tries again.
  if (!gateway?.capture) throw new Error(`the payment provider ${payment.provider} is not configured`)
  const number = await transact(deps.db, (tx) => noteCapture(deps, tx, payment))
  if (number === null) return
  await pause(LATER_MS)
  const fact = await gateway.capture({
    key: `capture:${paymentId}:${number}`,
    intentId: payment.provider_intent_id,
    amount: money(payment.amount_minor, payment.currency),
    reference: paymentId,
  })
  await completePayment(deps, gateway.provider, fact, payment)
}

/** The number of the capture, which may have been noted before. Null: nothing is captured. */
async function noteCapture(deps: Deps, tx: Tx, { id, order_id }: Payment): Promise<number | null> {
  const order = await lockOrder(tx, order_id)
  const payments = await lockPayments(tx, order_id)
  const payment = payments.find((one) => one.id === id)
  if (!order || !payment) return null
  if (payment.capture_requested_at) return payment.captures
  const isOpen = payment.state === 'pending'
  if (!isOpen && (payment.state !== 'cancelled' || payment.failure_code)) return null
  const mayCharge = isOpen
    ? await isHeld(deps, tx, order, payments, payment)
    : await reopen(deps, tx, order, payments, payment)
  if (mayCharge) return startCapture(tx, id)
  await movePayment(tx, id, 'cancelled', { failureCode: APPROVED_TOO_LATE })
  return null
}

/** Whether the payment still buys what it was made for. The hold of the seats is extended. */
async function isHeld(deps: Deps, tx: Tx, order: Order, payments: Payment[], payment: Payment): Promise<boolean> {
  if (isDeletedAccountEmail(order.email) || (await hasOpenDispute(tx, order.id))) return false
  const due = payable(order, payments, deps.clock())
  if (due?.purpose !== payment.purpose || due.amount.minor < payment.amount_minor) return false
  if (due.purpose === 'balance' || order.product === 'gift-card') return true
  return (await extendHold(tx, order.id)) !== null && !(await hasSeatAlready(tx, order))
}

/** An expired order takes its seats and codes again, where all of them are free. */
async function reopen(deps: Deps, tx: Tx, order: Order, payments: Payment[], payment: Payment): Promise<boolean> {
  const isLast = payments.every(({ provider, attempt }) => provider === 'none' || attempt <= payment.attempt)
  if (!isLast || payment.purpose !== 'purchase' || !nextOrderState(order.state, 'reopened')) return false
  if (order.restored_at || isDeletedAccountEmail(order.email) || (await hasSeatAlready(tx, order))) return false
  // The person has begun another checkout of the cohort since, which holds seats of its own.
  if (order.product === 'cohort' && order.person_id && (await hasOpenOrder(tx, order.cohort_code, order.person_id)))
    return false
  if (!(await reserveCodesAgain(tx, order))) return false
  const { id: orderId, seats } = order
  if (order.product === 'cohort' && !(await holdSeatsAgain(tx, { orderId, cohortCode: order.cohort_code, seats }))) {
    await releaseCodes(tx, order)
    return false
  }
  await reopenOrder(tx, orderId)
  await movePayment(tx, payment.id, 'pending')
  deps.log.info({ orderId }, 'a payment was approved after its hold had ended, and its seats were still free')
  return true
}

/** The buyer bought a seat of this cohort by another order in the meantime. */
async function hasSeatAlready(tx: Tx, order: Order): Promise<boolean> {
  if (order.product !== 'cohort') return false
  const person = await personByEmail(tx, order.email)
  return person !== undefined && isEnrolled(tx, order.cohort_code, person.id)
}
