/**
 * Charges the balance of a deposit to the saved card: the notice, at most two attempts, and the e-mail with the pay link.
 * Each step is decided under the order's row lock from the stored rows, so a run after a crash continues it. The intent
 * is created first and charged by a second call: an intent is paid once at most. Price rule 10.
 */
import { takesPayments } from '#catalogue/catalog/awaits-payments.ts'
import { isDeletedAccountEmail } from '#domain/contact.ts'
import {
  getFirstChargeTime,
  getNextChargeTime,
  MOST_CHARGES,
  mayTryAgain,
  NOTICE_DAYS,
} from '#domain/orders/card-mandate.ts'
import type { ProviderFact } from '#domain/orders/payment.ts'
import type { Deps } from '#http/deps.ts'
import { isInstallationHeld } from '#platform/backup/hold.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleEach } from '#platform/jobs/handle-each.ts'
import { createIntent } from '#sell/orders/create-intent.ts'
import { payable } from '#sell/orders/get-order-balance.ts'
import * as mandates from '#sell/orders/queries/card-mandates.ts'
import { cancellationForBuyer } from '#sell/orders/queries/order-view.ts'
import { lockOrder, type Order } from '#sell/orders/queries/orders.ts'
import { addPayment, listOrderPayments, livePayment, type paymentById } from '#sell/orders/queries/payments.ts'
import { listOrderDisputes } from '#sell/refunds/queries/disputes.ts'
import { refundedByPayment } from '#sell/refunds/queries/payment-refunds.ts'
import { completePayment } from '../complete-payment.ts'
import { cancelLivePayment } from '../end-order.ts'
import { detachEndedCards } from './detach-cards.ts'
import { enqueueChargeFailedMail, enqueueChargeNotice } from './saved-card-mails.ts'

const IN_ONE_ROUND = 200

type Attempt = NonNullable<Awaited<ReturnType<typeof paymentById>>>
type Step = { is: 'charge' | 'withdraw'; attempt: Attempt } | null

/**
 * Run every five minutes. A failure of one order must not hold up the others. While the site takes no payments
 * or is held, notices, charges and the e-mail with the pay link wait.
 */
export async function chargeDueBalances(deps: Deps): Promise<void> {
  const due =
    takesPayments(deps) && !(await isInstallationHeld(deps.db))
      ? await mandates.listDueMandates(deps.db, deps.clock(), NOTICE_DAYS, IN_ONE_ROUND)
      : []
  await handleEach(
    deps.log,
    due,
    (orderId) => chargeBalance(deps, orderId),
    (orderId) => ['a balance was not charged to its saved card; it is tried again', { orderId }],
  )
  await detachEndedCards(deps)
}

export async function chargeBalance(deps: Deps, orderId: string): Promise<void> {
  const step = await transact(deps.db, (tx) => decideStep(deps, tx, orderId))
  if (!step) return
  if (step.is === 'withdraw') {
    // An attempt that is not charged yet is cancelled: its order was refunded, cancelled or disputed, or it is stuck.
    await cancelLivePayment(deps, orderId, step.attempt.id)
    return
  }
  const fact = await charge(deps, step.attempt)
  if (fact?.status === 'declined' || fact?.status === 'requires_action') await endAttempt(deps, step.attempt, fact)
}

/** Under the order's lock. Null: nothing is to be done now. */
async function decideStep(deps: Deps, tx: Tx, orderId: string): Promise<Step> {
  const order = await lockOrder(tx, orderId)
  const mandate = await mandates.getMandate(tx, orderId)
  if (!order || !mandate || mandate.ended_at || !mandate.provider) return null
  const payments = await listOrderPayments(tx, orderId)
  const attempt = payments.find(({ id }) => id === mandate.payment_id)
  const isLive = attempt?.state === 'pending' || attempt?.state === 'declined'
  if (attempt?.state === 'complete' || attempt?.state === 'refund-pending') {
    await mandates.endMandate(tx, orderId, 'paid')
    return null
  }
  const reason = await findReasonToEnd(deps, tx, order, payments)
  if (reason) {
    if (isLive) return { is: 'withdraw', attempt }
    await mandates.endMandate(tx, orderId, reason)
    return null
  }
  // For a day nobody could charge it, for example because the provider does not have the card any more.
  const isStuck = mandate.charge_at !== null && mandate.charge_at <= deps.clock()
  if (isLive) return { is: isStuck ? 'withdraw' : 'charge', attempt }
  if (attempt) return settleEndedAttempt(deps, tx, order, mandate)
  return startAttempt(deps, tx, order, mandate, payments.length)
}

/** Paid by the link, or never to be charged after a refund, a cancellation or a dispute. */
async function findReasonToEnd(
  deps: Deps,
  tx: Tx,
  order: Order,
  payments: Awaited<ReturnType<typeof listOrderPayments>>,
): Promise<'paid' | 'closed' | null> {
  if (isDeletedAccountEmail(order.email)) return 'closed'
  if (await cancellationForBuyer(tx, order)) return 'closed'
  if ((await listOrderDisputes(tx, order.id)).length > 0) return 'closed'
  if ((await refundedByPayment(tx, order.id)).size > 0) return 'closed'
  if (order.waived_minor > 0) return 'closed'
  return payable(order, payments, deps.clock()) ? null : 'paid'
}

/** Another attempt follows a day after the last one, or the pay link. */
async function settleEndedAttempt(deps: Deps, tx: Tx, order: Order, mandate: mandates.CardMandate): Promise<null> {
  await mandates.clearCharge(tx, order.id)
  if (mayTryAgain(mandate.attempts, mandate.failure_code)) return null
  await mandates.endMandate(tx, order.id, 'failed')
  await enqueueChargeFailedMail(deps, tx, order, mandate)
  return null
}

async function startAttempt(
  deps: Deps,
  tx: Tx,
  order: Order,
  mandate: mandates.CardMandate,
  attempts: number,
): Promise<Step> {
  const now = deps.clock()
  const due = payable(order, await listOrderPayments(tx, order.id), now)
  if (!due || !order.balance_due_at || !mandate.provider) return null
  if (!mandate.notified_at) {
    const chargeAt = getFirstChargeTime(order.balance_due_at, now)
    await mandates.noteNotice(tx, order.id, now, chargeAt)
    await enqueueChargeNotice(deps, tx, order, { ...mandate, charge_at: chargeAt }, due.amount)
    return null
  }
  if (!mandate.charge_at || mandate.charge_at > now || mandate.attempts >= MOST_CHARGES) return null
  // The buyer is paying by the link at this moment.
  if (await livePayment(tx, order.id)) return null
  if (!deps.gateways.for(mandate.provider)?.savedCards) {
    // The reminders ask the buyer from then on.
    if (getNextChargeTime(mandate.charge_at) <= now) await mandates.endMandate(tx, order.id, 'failed')
    return null
  }
  const attempt = await addPayment(tx, {
    order_id: order.id,
    attempt: attempts + 1,
    method: 'card',
    provider: mandate.provider,
    purpose: 'balance',
    amount_minor: due.amount.minor,
    currency: due.amount.currency,
  })
  await mandates.beginCharge(tx, order.id, attempt.id, getNextChargeTime(now))
  return { is: 'charge', attempt }
}

/** Asks the provider for the state first. An unknown outcome stays open, and a later run asks again. */
async function charge(deps: Deps, attempt: Attempt): Promise<ProviderFact | null> {
  const gateway = deps.gateways.for(attempt.provider)
  const mandate = await mandates.getMandate(deps.db, attempt.order_id)
  const card = mandate && !mandate.ended_at && mandates.getSavedCard(mandate)
  if (!gateway?.savedCards || !card) return null
  const opened = await createIntent(deps, gateway, attempt)
  const fact = opened.status === 'requires_payment' ? await gateway.savedCards.charge(opened.intentId, card) : opened
  if (fact.failureCode) {
    const { failureCode } = fact
    await transact(deps.db, (tx) => mandates.noteChargeFailure(tx, attempt.order_id, failureCode))
  }
  await completePayment(deps, gateway.provider, fact, attempt)
  return fact
}

/** Cancels the declined intent, so that it can never be paid later, and decides what follows. */
async function endAttempt(deps: Deps, attempt: Attempt, { status }: ProviderFact): Promise<void> {
  if (status === 'requires_action')
    await transact(deps.db, (tx) => mandates.noteChargeFailure(tx, attempt.order_id, 'authentication_required'))
  const ended = await cancelLivePayment(deps, attempt.order_id, attempt.id)
  if (ended.ok) await transact(deps.db, (tx) => decideStep(deps, tx, attempt.order_id))
}
