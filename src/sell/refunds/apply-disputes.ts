/**
 * Applies the disputes of an order to its seats, its gift card and its refunds. All disputes are read each time under
 * the order's lock, so a repeat changes nothing.
 */

import { isDeletedAccountEmail } from '#domain/contact.ts'
import { getDisputeAccess } from '#domain/orders/dispute.ts'
import { nextOrderState as nextOrder } from '#domain/orders/order.ts'
import type { Deps } from '#http/deps.ts'
import { cancelSeats, DISPUTE_LOST_REASON } from '#learn/enrolments/end-seats.ts'
import { freezeEnrolments } from '#learn/enrolments/queries.ts'
import { type AccessChange, accessChangedJob } from '#learn/lessons/queue.ts'
import type { Tx } from '#platform/db/db.ts'
import { orderRefundedJob, paymentRefundJob } from '#sell/checkout/queue.ts'
import { getGiftCardAccountId, restoreGiftCard, voidGiftCard } from '#sell/ledger/book.ts'
import { freezeAccount } from '#sell/ledger/queries.ts'
import { noteBalance } from '#sell/orders/balance.ts'
import { closeIdleMandate } from '#sell/orders/queries/card-mandates.ts'
import { cancelDelivery, lockPurchase, resumeDelivery } from '#sell/orders/queries/gift-card-purchases.ts'
import { closeLine, listOrderLines } from '#sell/orders/queries/order-lines.ts'
import { lockOrder, moveOrder } from '#sell/orders/queries/orders.ts'
import { listOrderPayments, movePayment } from '#sell/orders/queries/payments.ts'
import { endCardsOfDispute } from '#sell/orders/queries/reusable-cards.ts'
import { getLineBalances } from './apply-refund.ts'
import { voidPendingRefunds } from './pending-refunds.ts'
import { getLostByPayment, listOrderDisputes } from './queries/disputes.ts'
import { holdRefund, listPaymentRefunds } from './queries/refunds.ts'

type Order = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

export async function applyDisputes(deps: Deps, tx: Tx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) return
  // A payment that the order did not keep, such as a second one, paid for no seat.
  const disputesOfCompletePayments = (await listOrderDisputes(tx, orderId)).filter(
    ({ payment_state }) => payment_state === 'complete',
  )
  const access = getDisputeAccess(disputesOfCompletePayments.map(({ state }) => state))
  if (disputesOfCompletePayments.length > 0) {
    await closeIdleMandate(tx, orderId)
    await endCardsOfDispute(tx, orderId)
  }
  await freezeSeats(deps, tx, orderId, access !== 'free')
  const purchase = order.product === 'gift-card' ? await lockPurchase(tx, orderId) : undefined
  const cardId = purchase?.gift_card_id ?? null
  if (cardId) await freezeAccount(tx, getGiftCardAccountId(cardId), access !== 'free')
  if (access === 'frozen') return
  if (access === 'ended') {
    await endSeats(deps, tx, order)
    if (cardId) await voidGiftCard(tx, cardId, order.currency)
    else if (purchase) await cancelDelivery(tx, orderId)
  }
  // The bank changed its decision, so the voided amount is on the card again.
  if (access === 'free' && cardId) await restoreGiftCard(tx, cardId, order.currency)
  else if (access === 'free' && purchase && !isDeletedAccountEmail(purchase.recipient_email))
    await resumeDelivery(tx, orderId)
  await voidLostRefunds(tx, order)
  await sendWaitingRefunds(deps, tx, orderId)
}

/** The people in the seats get one e-mail when their access is put on hold, and one when that is over. */
async function freezeSeats({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, orderId: string, isFrozen: boolean): Promise<void> {
  const changed = await freezeEnrolments(tx, orderId, isFrozen)
  for (const since of new Set(changed.map((at) => at.toISOString()))) {
    const change: AccessChange = { orderId, kind: 'frozen', since, isOver: !isFrozen }
    await jobs.enqueue(tx, accessChangedJob, change, { key: `${orderId} frozen ${since} ${isFrozen}` })
  }
}

/** Ends every seat of the order and waives the unpaid amount of each line. */
async function endSeats(deps: Deps, tx: Tx, order: Order): Promise<void> {
  if (order.state !== 'complete' || order.product !== 'cohort') return
  const lines = await listOrderLines(tx, order.id)
  const balances = await getLineBalances(tx, order, lines)
  const all = lines.map(({ position }) => position + 1)
  const own = { orderId: order.id, seats: all, by: null, reason: DISPUTE_LOST_REASON }
  const ended = await cancelSeats(deps, tx, own)
  for (const line of lines.filter(({ position }) => ended.includes(position + 1))) {
    const unpaid = balances.get(line.id)!.unpaid.minor
    if (unpaid > 0) await closeLine(tx, line, unpaid)
  }
  await noteBalance(deps, tx, order.id)
}

/**
 * The bank paid the buyer, so a pending refund is not sent as well. Only the rest of the payment can still be refunded,
 * and an admin sends it.
 */
async function voidLostRefunds(tx: Tx, order: Order): Promise<void> {
  const lost = await getLostByPayment(tx, order.id)
  for (const payment of await listOrderPayments(tx, order.id)) {
    const lostMinor = lost.get(payment.id) ?? 0
    if (lostMinor === 0) continue
    const own = await listPaymentRefunds(tx, payment.id)
    let room = payment.amount_minor - payment.refunded_minor - lostMinor
    for (const row of own) {
      if (row.state !== 'queued' && row.state !== 'on-hold') continue
      const covered = Math.min(row.amount_minor, Math.max(0, row.amount_minor - Math.max(0, room)))
      room -= row.amount_minor - covered
      // The provider may have taken a refund that was sent moments before the dispute.
      if (covered === 0 || row.is_in_flight) continue
      const paid = { ...row, paid_minor: payment.amount_minor, is_unallocated: false }
      await voidPendingRefunds(tx, order.currency, [{ row: paid, covered, room: row.amount_minor - covered }], false)
    }
    const isOver = !(await listPaymentRefunds(tx, payment.id)).some(
      ({ state }) => state === 'queued' || state === 'on-hold',
    )
    if (payment.state !== 'refund-pending' || !isOver) continue
    await movePayment(tx, payment.id, 'returned')
    if (nextOrder(order.state, 'refund_accepted')) await moveOrder(tx, order.id, 'returned')
  }
}

/**
 * Handles a refund that the provider refused because the payment was lost: void for the amount that the bank took, and
 * on hold for the rest.
 */
export async function voidRefusedRefunds(tx: Tx, orderId: string): Promise<void> {
  const lost = await getLostByPayment(tx, orderId)
  const order = lost.size > 0 && (await lockOrder(tx, orderId))
  if (!order) return
  await voidLostRefunds(tx, order)
  for (const paymentId of lost.keys())
    for (const { id, state, sent_at, is_in_flight } of await listPaymentRefunds(tx, paymentId))
      if (state === 'queued' && sent_at && !is_in_flight) await holdRefund(tx, id)
}

/** Refunds wait while a dispute is open, and the buyer of dates that were cancelled meanwhile was told so. */
async function sendWaitingRefunds(deps: Deps, tx: Tx, orderId: string): Promise<void> {
  for (const { id, provider_intent_id } of await listOrderPayments(tx, orderId)) {
    if (!provider_intent_id) continue
    for (const { id: refundId, state, request_id: requestId } of await listPaymentRefunds(tx, id)) {
      if (state !== 'queued') continue
      await deps.jobs.enqueue(tx, paymentRefundJob, { paymentId: id }, { key: `${refundId} undisputed` })
      if (requestId)
        await deps.jobs.enqueue(
          tx,
          orderRefundedJob,
          { requestId, isDecided: true },
          { key: `${requestId} undisputed` },
        )
    }
  }
}
