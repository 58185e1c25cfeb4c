/**
 * The one place where a payment ends. Whoever hears from the provider (the buyer's browser asking,
 * a webhook, the expiry, the reconciler) hands the fact in here; under the order's lock it is decided
 * once, and a repeat changes nothing.
 */

import { GIFT_CARD_CODE } from '#domain/gift-card.ts'
import { money } from '#domain/money.ts'
import { next as nextOrder } from '#domain/order.ts'
import { type Event, type ProviderFact, reduce } from '#domain/payment.ts'
import { personForEmail } from '#features/accounts/queries/people.ts'
import { seat } from '#features/enrolments/seats.ts'
import { bookCharge } from '#features/ledger/book.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { rewardLimit as giveUseBack } from '#platform/limits.ts'
import { noteBalance } from './balance.ts'
import { claimAgain, giveClaimsBack, spendClaims } from './claims.ts'
import { refuseDeletedBuyer } from './deleted-buyer.ts'
import { restoreCharged } from './deleted-orders.ts'
import { notePresented } from './present-card.ts'
import { completeOrder, lockOrder, moveOrder, type orderById } from './queries/orders.ts'
import { addRefund, lockPayment, movePayment, paymentOfIntent, paymentsOf } from './queries/payments.ts'
import { payable } from './standing.ts'

type Order = NonNullable<Awaited<ReturnType<typeof orderById>>>
type Payment = Awaited<ReturnType<typeof lockPayment>>

/** Why money that arrived cannot stay: the contract's own codes. */
export type Unusable = 'SOLD_OUT_REFUNDED' | 'ALREADY_ENROLLED_REFUNDED' | 'ORDER_CLOSED_REFUNDED'

export async function settle(deps: Deps, fact: ProviderFact): Promise<void> {
  const { gateway } = deps
  const known =
    gateway &&
    ((await paymentOfIntent(deps.db, gateway.provider, fact.intentId)) ??
      (await restoreCharged(deps, gateway.provider, fact)))
  if (!known) return deps.log.warn({ intentId: fact.intentId }, 'the provider tells of a payment that is not ours')
  if (fact.amount.minor !== known.amount_minor || fact.amount.currency !== known.currency) {
    return deps.log.error(
      { paymentId: known.id, told: fact.amount },
      'the provider tells of another amount than was asked for',
    )
  }

  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, known.order_id)
    const payment = await lockPayment(tx, known.id)
    const move = reduce(payment.state, fact)
    if (!order) return
    await notePresented(tx, payment, fact)
    if (!move) return noteIfStillOpen(tx, payment, fact)
    if (isOvertaken(payment, move.event, fact)) return
    if (move.event === 'succeeded') return succeed(deps, tx, order, payment, fact)
    await movePayment(tx, payment.id, move.state, {
      failureCode: move.state === 'cancelled' ? null : fact.failureCode,
      asOf: fact.asOf,
      card: fact.card,
    })
  })
}

/** Nothing moved, but an answer that was asked for before this one must not be heard after it. */
async function noteIfStillOpen(tx: Tx, payment: Payment, { status, asOf }: ProviderFact): Promise<void> {
  const isOpen = status === 'processing' || status === 'requires_action'
  if (isOpen && asOf && payment.state === 'pending') await movePayment(tx, payment.id, 'pending', { asOf })
}

/** A decline or a new try that was asked for before what is known: the other answer came first. An end is an end. */
function isOvertaken(payment: Payment, event: Event, { asOf }: ProviderFact): boolean {
  const canChange = event === 'declined' || event === 'tried_again'
  return canChange && asOf !== undefined && payment.told_as_of !== null && asOf < payment.told_as_of
}

async function succeed(deps: Deps, tx: Tx, order: Order, payment: Payment, fact: ProviderFact): Promise<void> {
  if (payment.purpose === 'balance') return succeedBalance(deps, tx, order, payment, fact)
  const unusable = await finishOrder(deps, tx, order)
  if (unusable) return giveBack(deps, tx, order, payment, fact, unusable)
  await movePayment(tx, payment.id, 'complete', { failureCode: null, card: fact.card })
  await bookCharge(tx, payment.id, payment.provider, fact.amount)
}

/** A balance that nobody owes any more, or that is more than what is owed, goes back. */
async function succeedBalance(deps: Deps, tx: Tx, order: Order, payment: Payment, fact: ProviderFact): Promise<void> {
  const closed = order.person_id && (await refuseDeletedBuyer(tx, order, order.person_id))
  if (closed) return giveBack(deps, tx, order, payment, fact, closed)
  const owed = payable(order, await paymentsOf(tx, order.id), deps.clock())
  if (owed?.purpose !== 'balance' || owed.amount.minor < fact.amount.minor)
    return giveBack(deps, tx, order, payment, fact, 'ALREADY_ENROLLED_REFUNDED')
  await movePayment(tx, payment.id, 'complete', { failureCode: null, card: fact.card })
  await bookCharge(tx, payment.id, payment.provider, fact.amount)
  await noteBalance(deps, tx, order.id)
}

/**
 * What follows once an order is paid: its seats are taken, its claims spent, its buyer enrolled. Answers
 * why it cannot be, and then it keeps neither seats nor claims.
 */
export async function finishOrder(deps: Deps, tx: Tx, order: Order): Promise<Unusable | null> {
  if (!nextOrder(order.state, 'paid')) return 'ALREADY_ENROLLED_REFUNDED'
  const { id: orderId, course_code: courseCode, seats } = order
  const isGiftCard = courseCode === GIFT_CARD_CODE
  // Its buyer was deleted with it.
  if (order.restored_at) return 'ORDER_CLOSED_REFUNDED'
  const person = await personForEmail(tx, {
    email: order.email,
    name: order.name,
    phoneNumber: order.phone_number,
    timezoneId: order.timezone_id,
  })
  const closed = await refuseDeletedBuyer(tx, order, person.id)
  if (closed) return closed
  // What a lapsed order gave back has to be there once more.
  if (order.state !== 'open' && !(await claimAgain(tx, order))) return 'SOLD_OUT_REFUNDED'
  const seated = isGiftCard ? null : await seat(tx, { orderId, courseCode, seats, personId: person.id })
  if (typeof seated === 'string') {
    await giveClaimsBack(tx, order)
    return seated === 'sold-out' ? 'SOLD_OUT_REFUNDED' : 'ALREADY_ENROLLED_REFUNDED'
  }
  await spendClaims(tx, order)
  await completeOrder(tx, orderId, person.id)
  if (order.limit_key) await giveUseBack(tx, 'ordersOfClient', order.limit_key.toString('hex'))
  await deps.jobs.enqueue(tx, isGiftCard ? 'gift-card.bought' : 'order.completed', { orderId }, { key: orderId })
  if (seats > 1) await deps.jobs.enqueue(tx, 'order.invite', { orderId }, { key: orderId })
  return null
}

/** The money came, and there is nothing to give for it: all of it goes back, and until then nobody is told "failed". */
async function giveBack(
  deps: Deps,
  tx: Tx,
  order: Order,
  payment: Payment,
  fact: ProviderFact,
  why: Unusable,
): Promise<void> {
  await movePayment(tx, payment.id, 'returning', { failureCode: why, card: fact.card })
  if (nextOrder(order.state, 'cannot_seat')) await moveOrder(tx, order.id, 'returning')
  await bookCharge(tx, payment.id, payment.provider, money(payment.amount_minor, payment.currency))
  await addRefund(tx, { payment_id: payment.id, amount_minor: payment.amount_minor, reason: why })
  await deps.jobs.enqueue(tx, 'payment.refund', { paymentId: payment.id }, { key: payment.id })
}
