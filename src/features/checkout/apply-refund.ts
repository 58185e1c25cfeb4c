/**
 * Sends money of an order back and ends the seats that go with it, inside the caller's transaction and
 * under the order's lock. Tender goes back to its gift card or credit at once; a charge by a job.
 */
import { add, type Money, money, subtract, zero } from '#domain/money.ts'
import { lineStandings, percentBack, refundParts } from '#domain/refund-terms.ts'
import { cancelSeat } from '#features/enrolments/end-seats.ts'
import { bookTenderRefund } from '#features/ledger/book.ts'
import type { Deps } from '#http/deps.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { noteBalance } from './balance.ts'
import { lostByPayment } from './queries/disputes.ts'
import type { linesOf, orderById } from './queries/orders.ts'
import { acceptRefund, addRefund, addRefunded, paymentsOf, refundedByPayment } from './queries/payments.ts'
import { addRefundRequest, closeLine, noteRefunded, type Why } from './queries/refunds.ts'

type Order = NonNullable<Awaited<ReturnType<typeof orderById>>>
type Line = Awaited<ReturnType<typeof linesOf>>[number]

/** What is to be done about one line. */
export type Wanted = { line: Line; amount: Money; endsSeat: boolean }

/** How the lines of a paid order stand towards a refund, now. */
export async function standingsOf(db: Db | Tx, order: Order, lines: readonly Line[], startsAt: Date | null, now: Date) {
  const kept = (await paymentsOf(db, order.id)).filter(({ state }) => state === 'complete')
  const paid = kept.map(({ amount_minor }) => money(amount_minor, order.currency)).reduce(add, zero(order.currency))
  const percent = percentBack(startsAt, order.completed_at ?? order.created_at, now)
  const standings = lineStandings(
    lines.map((line) => ({
      id: line.id,
      amount: line.amount_minor,
      refunded: line.refunded_minor,
      waived: line.waived_minor,
    })),
    paid,
    percent,
  )
  return { percent, standings: new Map(standings.map((standing) => [standing.id, standing])) }
}

/** What a refund of this much would go back over, by what is left of each payment. */
export async function partsOf(db: Db | Tx, order: Order, amount: Money) {
  return amount.minor === 0 ? [] : refundParts(amount, await paymentsWithRest(db, order.id))
}

/** What can go back at most, in minor units: a bank took back what was lost to a dispute. */
export async function leftToRefund(db: Db | Tx, order: Order): Promise<number> {
  return (await paymentsWithRest(db, order.id)).reduce((sum, { leftMinor }) => sum + leftMinor, 0)
}

async function paymentsWithRest(db: Db | Tx, orderId: string) {
  const [refunded, lost] = [await refundedByPayment(db, orderId), await lostByPayment(db, orderId)]
  return (await paymentsOf(db, orderId))
    .filter(({ state }) => state === 'complete')
    .map((payment) => {
      const gone = (refunded.get(payment.id) ?? 0) + (lost.get(payment.id) ?? 0)
      return { ...payment, leftMinor: Math.max(0, payment.amount_minor - gone) }
    })
}

/** @param wanted no line more than once, and no amount above what its standing says */
export async function applyRefund(
  deps: Deps,
  tx: Tx,
  order: Order,
  wanted: readonly (Wanted & { unpaid: Money })[],
  why: Why,
): Promise<string | null> {
  const amount = wanted.map((one) => one.amount).reduce(add, zero(order.currency))
  for (const { line, endsSeat, unpaid } of wanted) {
    if (!endsSeat) continue
    await cancelSeat(tx, { orderId: order.id, courseCode: order.course_code, seat: line.position + 1, ...why })
    if (unpaid.minor > 0) await closeLine(tx, line, unpaid.minor)
  }
  await noteBalance(deps, tx, order.id)
  if (amount.minor === 0) return null

  const back = wanted.filter((one) => one.amount.minor > 0)
  const parts = await partsOf(tx, order, amount)
  const requestId = await addRefundRequest(tx, order.id, amount.minor, why, back)
  for (const { line, amount } of back) await noteRefunded(tx, line.id, amount.minor)
  for (const { payment, amount } of parts) {
    const refundId = await addRefund(tx, {
      payment_id: payment.id,
      amount_minor: amount.minor,
      reason: why.reason,
      request_id: requestId,
    })
    if (!payment.account_id) {
      await deps.jobs.enqueue(tx, 'payment.refund', { paymentId: payment.id }, { key: refundId })
      continue
    }
    await acceptRefund(tx, refundId, `${payment.method}:${refundId}`, amount.minor)
    await addRefunded(tx, payment.id, amount.minor)
    await bookTenderRefund(tx, refundId, payment.account_id, amount)
  }
  await deps.jobs.enqueue(tx, 'order.refunded', { requestId }, { key: requestId })
  return requestId
}

/** A line that is sent back whole ends its seat. */
export function isWhole(refundable: Money, amount: Money): boolean {
  return amount.minor > 0 && subtract(refundable, amount).minor === 0
}
