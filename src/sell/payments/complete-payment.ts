/**
 * The only place where a payment ends. Browser polls, webhooks, expiries and the reconciler pass the provider's fact
 * to it. It decides under the order's lock, and a repeat changes nothing.
 */

import { money } from '#domain/money/money.ts'
import { nextOrderState as nextOrder } from '#domain/orders/order.ts'
import { applyProviderFact, type ProviderFact } from '#domain/orders/payment.ts'
import type { Deps } from '#http/deps.ts'
import { enrolBuyer } from '#learn/enrolments/hold-and-release-seats.ts'
import { getOrCreatePerson } from '#people/accounts/queries/people.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { rewardLimit as giveUseBack } from '#platform/limits.ts'
import type { PaymentProvider } from '#platform/payments/gateway.ts'
import { giftCardBoughtJob, orderCompletedJob, orderInviteJob, paymentRefundJob } from '#sell/checkout/queue.ts'
import { bookCharge } from '#sell/ledger/book.ts'
import { noteBalance } from '#sell/orders/balance.ts'
import { payable } from '#sell/orders/get-order-balance.ts'
import { cancellationForBuyer } from '#sell/orders/queries/order-view.ts'
import { completeOrder, type getOrder, lockOrder, moveOrder } from '#sell/orders/queries/orders.ts'
import { lockPayments, movePayment, paymentOfIntent } from '#sell/orders/queries/payments.ts'
import { consumeCodes, releaseCodes, reserveCodesAgain } from '#sell/orders/reserved-codes.ts'
import { referralRecordJob } from '#sell/referrals/queue.ts'
import { addRefund } from '#sell/refunds/queries/payment-refunds.ts'
import { refuseDeletedBuyer } from './deleted-buyer.ts'
import { restoreChargedOrder } from './deleted-orders.ts'
import { isAboutPayment, isOvertaken, requestCapture, storeIfStillOpen } from './open-fact.ts'
import { notePresented } from './present-card.ts'
import { enqueueDeletion, keepCard } from './saved-cards/keep-card.ts'

type Order = NonNullable<Awaited<ReturnType<typeof getOrder>>>
type Payment = Awaited<ReturnType<typeof lockPayments>>[number]
/** A payment that succeeded, with all payments of its order. */
type Succeeded = Payment & { all: readonly Payment[]; provider: PaymentProvider }

/** The reasons to refuse a received payment, with the codes of docs/contract §5. */
export type Unusable = 'SOLD_OUT_REFUNDED' | 'ALREADY_ENROLLED_REFUNDED' | 'ORDER_CLOSED_REFUNDED'

/**
 * @param provider whose fact it is: two providers may use the same id
 * @param loaded the payment of the fact, where the caller has it: only columns that never change are used
 */
export async function completePayment(
  deps: Deps,
  provider: PaymentProvider,
  fact: ProviderFact,
  loaded?: Pick<Payment, 'id' | 'order_id' | 'amount_minor' | 'currency'>,
): Promise<void> {
  const known =
    loaded ??
    (await paymentOfIntent(deps.db, provider, fact.intentId)) ??
    (await restoreChargedOrder(deps, provider, fact))
  if (!known)
    return deps.log.warn({ provider, intentId: fact.intentId }, 'the provider reports a payment that is not ours')
  if (!isAboutPayment(fact, known)) {
    return deps.log.error(
      { paymentId: known.id, amount: fact.amount, reference: fact.reference },
      'the provider reports another amount or order than the payment has',
    )
  }

  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, known.order_id)
    const payments = await lockPayments(tx, known.order_id)
    const payment = payments.find(({ id }) => id === known.id)
    if (!order || !payment) return
    if (!fact.amount && payment.capture_requested_at)
      return deps.log.error({ paymentId: payment.id }, 'the provider deleted a payment that it may have charged')
    if (fact.status === 'approved') return requestCapture(deps, tx, payment, fact)
    const move = applyProviderFact(payment.state, fact)
    if (move?.event === 'succeeded') return succeed(deps, tx, order, { ...payment, all: payments, provider }, fact)
    await notePresented(tx, payment, fact)
    if (!move) return storeIfStillOpen(tx, payment, fact)
    if (isOvertaken(payment, move.event, fact)) return
    await movePayment(tx, payment.id, move.state, {
      failureCode: move.state === 'cancelled' ? null : fact.failureCode,
      asOf: fact.asOf,
      card: fact.card,
    })
  })
}

async function succeed(deps: Deps, tx: Tx, order: Order, payment: Succeeded, fact: ProviderFact): Promise<void> {
  if (payment.purpose === 'balance') return succeedBalance(deps, tx, order, payment, fact)
  const unusable = await fulfilOrder(deps, tx, order, payment.all)
  if (unusable) {
    const isCancelled = unusable === 'SOLD_OUT_REFUNDED' && (await cancellationForBuyer(tx, order))
    return refundUnusable(deps, tx, order, payment, fact, isCancelled ? 'ORDER_CLOSED_REFUNDED' : unusable)
  }
  await movePayment(tx, payment.id, 'complete', {
    failureCode: null,
    card: fact.card,
    payer: fact.payer,
    isPresented: true,
  })
  await bookCharge(tx, payment.id, payment.provider, money(payment.amount_minor, payment.currency))
  await keepCard(deps, tx, order, payment, fact)
}

/** A balance that is no longer owed, or is above the amount owed, is refunded. */
async function succeedBalance(deps: Deps, tx: Tx, order: Order, payment: Succeeded, fact: ProviderFact): Promise<void> {
  const closed = order.person_id && (await refuseDeletedBuyer(tx, order, order.person_id))
  if (closed) return refundUnusable(deps, tx, order, payment, fact, closed)
  const owed = payable(order, payment.all, deps.clock())
  if (owed?.purpose !== 'balance' || owed.amount.minor < payment.amount_minor)
    return refundUnusable(deps, tx, order, payment, fact, 'ALREADY_ENROLLED_REFUNDED')
  await movePayment(tx, payment.id, 'complete', {
    failureCode: null,
    card: fact.card,
    payer: fact.payer,
    isPresented: true,
  })
  await bookCharge(tx, payment.id, payment.provider, money(payment.amount_minor, payment.currency))
  await noteBalance(deps, tx, order.id)
}

/**
 * Completes a paid order: takes its seats, consumes its reserved codes and enrols its buyer. Returns the reason if that
 * is not possible, and then releases seats and codes.
 */
export async function fulfilOrder(
  deps: Deps,
  tx: Tx,
  order: Order,
  payments?: readonly Payment[],
): Promise<Unusable | null> {
  if (!nextOrder(order.state, 'paid')) return 'ALREADY_ENROLLED_REFUNDED'
  const { id: orderId, seats } = order
  // Its buyer was deleted with it.
  if (order.restored_at) return 'ORDER_CLOSED_REFUNDED'
  const person = await getOrCreatePerson(tx, {
    email: order.email,
    name: order.name,
    phoneNumber: order.phone_number,
    timezoneId: order.timezone_id,
  })
  const closed = person.isNew ? null : await refuseDeletedBuyer(tx, order, person.id)
  if (closed) return closed
  // An expired order released its promo code and tender: they are reserved again.
  if (order.state !== 'open' && !(await reserveCodesAgain(tx, order))) return 'ORDER_CLOSED_REFUNDED'
  const seated =
    order.product === 'cohort'
      ? await enrolBuyer(tx, { orderId, cohortCode: order.cohort_code, seats, personId: person.id })
      : null
  if (typeof seated === 'string') {
    await releaseCodes(tx, order)
    return seated === 'sold-out' ? 'SOLD_OUT_REFUNDED' : 'ALREADY_ENROLLED_REFUNDED'
  }
  // An order that had ended has just reserved its gift card and credit again.
  await consumeCodes(tx, order, order.state === 'open' ? payments : undefined)
  await completeOrder(tx, orderId, person.id)
  if (order.limit_key) await giveUseBack(tx, 'orderPerClient', order.limit_key.toString('hex'))
  const job = order.product === 'gift-card' ? giftCardBoughtJob : orderCompletedJob
  await deps.jobs.enqueue(tx, job, { orderId }, { key: orderId })
  if (order.referral_code) await deps.jobs.enqueue(tx, referralRecordJob, { orderId }, { key: orderId })
  if (seats > 1) await deps.jobs.enqueue(tx, orderInviteJob, { orderId }, { key: orderId })
  return null
}

/** Refunds a payment that buys nothing. The payment is not shown as failed before the money is back. */
async function refundUnusable(
  deps: Deps,
  tx: Tx,
  order: Order,
  payment: Payment,
  fact: ProviderFact,
  why: Unusable,
): Promise<void> {
  await movePayment(tx, payment.id, 'refund-pending', {
    failureCode: why,
    card: fact.card,
    payer: fact.payer,
    isPresented: true,
  })
  if (nextOrder(order.state, 'cannot_seat')) await moveOrder(tx, order.id, 'refund-pending')
  await bookCharge(tx, payment.id, payment.provider, money(payment.amount_minor, payment.currency))
  await addRefund(tx, { payment_id: payment.id, amount_minor: payment.amount_minor, reason: why })
  await enqueueDeletion(deps, tx, payment.id, fact)
  await deps.jobs.enqueue(tx, paymentRefundJob, { paymentId: payment.id }, { key: payment.id })
}
