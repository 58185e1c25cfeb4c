/**
 * Refunds an order and ends the seats of its fully refunded lines, inside the caller's transaction and under the
 * order's lock. Gift card and credit are refunded at once, a charge by a job.
 */
import { add, type Money, money, subtract, zero } from '#domain/money/money.ts'
import { calculateLineBalances, splitRefund } from '#domain/orders/refund-terms.ts'
import type { Deps } from '#http/deps.ts'
import { cancelSeats } from '#learn/enrolments/end-seats.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { orderRefundedJob, paymentRefundJob } from '#sell/checkout/queue.ts'
import { bookTenderRefund } from '#sell/ledger/book.ts'
import { noteBalance } from '#sell/orders/balance.ts'
import type { listOrderLines } from '#sell/orders/queries/order-lines.ts'
import { addRefundedToLine, closeLine } from '#sell/orders/queries/order-lines.ts'
import type { getOrder } from '#sell/orders/queries/orders.ts'
import { addRefunded, listOrderPayments } from '#sell/orders/queries/payments.ts'
import { getLostByPayment } from './queries/disputes.ts'
import { acceptRefund, addRefund, refundedByPayment } from './queries/payment-refunds.ts'
import { addRefundRequest, type Why } from './queries/refunds.ts'
import type { RefundWindows } from './refund-window.ts'

type Order = NonNullable<Awaited<ReturnType<typeof getOrder>>>
type Line = Awaited<ReturnType<typeof listOrderLines>>[number]

/** The refund of one line. */
export type Wanted = { line: Line; amount: Money; endsSeat: boolean }

/**
 * The refundable balances of the lines of a paid order.
 *
 * @param windows the share that the refund policy gives for each seat; none for a refund that does not depend on it
 */
export async function getLineBalances(
  db: Db | Tx,
  order: Order,
  lines: readonly Line[],
  windows?: Pick<RefundWindows, 'ofSeat'>,
) {
  const completePayments = (await listOrderPayments(db, order.id)).filter(({ state }) => state === 'complete')
  const paid = completePayments
    .map(({ amount_minor }) => money(amount_minor, order.currency))
    .reduce(add, zero(order.currency))
  const balances = calculateLineBalances(
    lines.map((line) => ({
      id: line.id,
      amount: line.amount_minor,
      refunded: line.refunded_minor,
      waived: line.waived_minor,
      percent: windows?.ofSeat(line.position + 1).percent ?? 0,
    })),
    paid,
    0,
  )
  return new Map(balances.map((balance) => [balance.id, balance]))
}

/** Splits a refund over the payments, by the rest of each payment. */
export async function splitByPayment(db: Db | Tx, order: Order, amount: Money) {
  return amount.minor === 0 ? [] : splitRefund(amount, await listRefundablePayments(db, order.id))
}

/** The largest refund of an order, in minor units. A bank took back the amount that a dispute lost. */
export async function getRefundableMinor(db: Db | Tx, order: Order): Promise<number> {
  return (await listRefundablePayments(db, order.id)).reduce((sum, { leftMinor }) => sum + leftMinor, 0)
}

async function listRefundablePayments(db: Db | Tx, orderId: string) {
  const refunded = await refundedByPayment(db, orderId)
  const lost = await getLostByPayment(db, orderId)
  return (await listOrderPayments(db, orderId))
    .filter(({ state }) => state === 'complete')
    .map((payment) => {
      const gone = (refunded.get(payment.id) ?? 0) + (lost.get(payment.id) ?? 0)
      return { ...payment, leftMinor: Math.max(0, payment.amount_minor - gone) }
    })
}

/** @param wanted each line once, with an amount within its balance */
export async function applyRefund(
  deps: Deps,
  tx: Tx,
  order: Order,
  wanted: readonly (Wanted & { unpaid: Money })[],
  why: Why,
): Promise<string | null> {
  const amount = wanted.map((one) => one.amount).reduce(add, zero(order.currency))
  const ending = wanted.filter(({ endsSeat }) => endsSeat)
  const seats = ending.map(({ line }) => line.position + 1)
  if (order.product === 'cohort') await cancelSeats(deps, tx, { orderId: order.id, seats, ...why })
  for (const { line, unpaid } of ending) if (unpaid.minor > 0) await closeLine(tx, line, unpaid.minor)
  await noteBalance(deps, tx, order.id)
  if (amount.minor === 0) return null

  const back = wanted.filter((one) => one.amount.minor > 0)
  const parts = await splitByPayment(tx, order, amount)
  const requestId = await addRefundRequest(tx, order.id, amount.minor, why, back)
  for (const { line, amount } of back) await addRefundedToLine(tx, line.id, amount.minor)
  for (const { payment, amount } of parts) {
    const refundId = await addRefund(tx, {
      payment_id: payment.id,
      amount_minor: amount.minor,
      reason: why.reason,
      request_id: requestId,
    })
    if (!payment.account_id) {
      await deps.jobs.enqueue(tx, paymentRefundJob, { paymentId: payment.id }, { key: refundId })
      continue
    }
    await acceptRefund(tx, refundId, `${payment.method}:${refundId}`, amount.minor)
    await addRefunded(tx, payment.id, amount.minor)
    await bookTenderRefund(tx, refundId, payment.account_id, amount)
  }
  await deps.jobs.enqueue(tx, orderRefundedJob, { requestId }, { key: requestId })
  return requestId
}

/** A fully refunded line ends its seat. */
export function isFullLineRefund(refundable: Money, amount: Money): boolean {
  return amount.minor > 0 && subtract(refundable, amount).minor === 0
}
