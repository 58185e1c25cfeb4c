/**
 * What the disputes of an order mean for its seats, its gift card and its refunds. Computed from all of them each time,
 * under the order's lock, so a repeat changes nothing.
 */
import { accessOf } from '#domain/dispute.ts'
import { GIFT_CARD_CODE } from '#domain/gift-card.ts'
import { next as nextOrder } from '#domain/order.ts'
import { cancelSeat } from '#features/enrolments/end-seats.ts'
import { freezeEnrolments } from '#features/enrolments/queries.ts'
import { giftCardAccount, voidGiftCard } from '#features/ledger/book.ts'
import { freezeAccount } from '#features/ledger/queries.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { standingsOf } from './apply-refund.ts'
import { noteBalance } from './balance.ts'
import { disputesOfOrder, lostByPayment } from './queries/disputes.ts'
import { cancelDelivery, lockPurchase } from './queries/gift-cards.ts'
import { linesOf, lockOrder, moveOrder } from './queries/orders.ts'
import { movePayment, paymentsOf } from './queries/payments.ts'
import { closeLine, holdRefund, refundsOfPayment } from './queries/refunds.ts'
import { dropWaiting } from './waiting-refunds.ts'

type Order = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

const REASON = 'The payment was lost to a dispute'

export async function applyDisputes(deps: Deps, tx: Tx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) return
  const access = accessOf((await disputesOfOrder(tx, orderId)).map(({ state }) => state))
  await freezeEnrolments(tx, orderId, access !== 'free')
  const purchase = order.course_code === GIFT_CARD_CODE ? await lockPurchase(tx, orderId) : undefined
  const cardId = purchase?.gift_card_id ?? null
  if (cardId) await freezeAccount(tx, giftCardAccount(cardId), access !== 'free')
  if (access === 'frozen') return
  if (access === 'ended') {
    await endSeats(deps, tx, order)
    if (cardId) await voidGiftCard(tx, cardId, order.currency)
    else if (purchase) await cancelDelivery(tx, orderId)
    await dropLostRefunds(tx, order)
  }
  await sendWaitingRefunds(deps, tx, orderId)
}

/** Ends every seat of the order. What was not paid for it is not to be paid any more. */
async function endSeats(deps: Deps, tx: Tx, order: Order): Promise<void> {
  if (order.state !== 'complete' || order.course_code === GIFT_CARD_CODE) return
  const lines = await linesOf(tx, order.id)
  const { standings } = await standingsOf(tx, order, lines, null, deps.clock())
  for (const line of lines) {
    const seat = { orderId: order.id, courseCode: order.course_code, seat: line.position + 1, by: null, reason: REASON }
    if (!(await cancelSeat(tx, seat))) continue
    const unpaid = standings.get(line.id)!.unpaid.minor
    if (unpaid > 0) await closeLine(tx, line, unpaid)
  }
  await noteBalance(deps, tx, order.id)
}

/**
 * The bank gave the money back to the buyer, so a refund that waits is not sent as well. Only what a lost dispute left
 * of the payment can still go, and an admin sends it.
 */
async function dropLostRefunds(tx: Tx, order: Order): Promise<void> {
  const lost = await lostByPayment(tx, order.id)
  for (const payment of await paymentsOf(tx, order.id)) {
    const lostMinor = lost.get(payment.id) ?? 0
    if (lostMinor === 0) continue
    const own = await refundsOfPayment(tx, payment.id)
    let room = payment.amount_minor - payment.refunded_minor - lostMinor
    for (const row of own) {
      if (row.state !== 'queued' && row.state !== 'stopped') continue
      const covered = Math.min(row.amount_minor, Math.max(0, row.amount_minor - Math.max(0, room)))
      room -= row.amount_minor - covered
      // What was tried moments ago may have been taken before the dispute.
      if (covered === 0 || row.is_in_flight) continue
      const paid = { ...row, paid_minor: payment.amount_minor, is_undecided: false }
      await dropWaiting(tx, order.currency, [{ row: paid, covered, room: row.amount_minor - covered }], false)
    }
    const isOver = !(await refundsOfPayment(tx, payment.id)).some(
      ({ state }) => state === 'queued' || state === 'stopped',
    )
    if (payment.state !== 'returning' || !isOver) continue
    await movePayment(tx, payment.id, 'returned')
    if (nextOrder(order.state, 'refund_accepted')) await moveOrder(tx, order.id, 'returned')
  }
}

/** A refund that the provider refused because the payment was lost: dropped over what the bank took, else an admin decides. */
export async function endLostRefunds(tx: Tx, orderId: string): Promise<void> {
  const lost = await lostByPayment(tx, orderId)
  const order = lost.size > 0 && (await lockOrder(tx, orderId))
  if (!order) return
  await dropLostRefunds(tx, order)
  for (const paymentId of lost.keys())
    for (const { id, state, sent_at, is_in_flight } of await refundsOfPayment(tx, paymentId))
      if (state === 'queued' && sent_at && !is_in_flight) await holdRefund(tx, id)
}

/** Refunds wait while a dispute is open. */
async function sendWaitingRefunds(deps: Deps, tx: Tx, orderId: string): Promise<void> {
  for (const { id, provider_intent_id } of await paymentsOf(tx, orderId)) {
    if (!provider_intent_id) continue
    for (const refund of await refundsOfPayment(tx, id))
      if (refund.state === 'queued')
        await deps.jobs.enqueue(tx, 'payment.refund', { paymentId: id }, { key: `${refund.id} undisputed` })
  }
}
