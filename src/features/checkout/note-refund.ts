/** What becomes true when a provider has taken a refund, whoever asked it to; and when what it had taken did not arrive. */
import { money } from '#domain/money.ts'
import { next as nextOrder } from '#domain/order.ts'
import { bookFailedRefund, bookRefund } from '#features/ledger/book.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { lockOrder, moveOrder, refundLines, unrefundLines } from './queries/orders.ts'
import { addRefunded, lockPayment, movePayment } from './queries/payments.ts'
import { addStopped, failRefund } from './queries/refunds.ts'

type Accepted = { id: string; payment_id: string; amount_minor: number }
type Failed = Accepted & { request_id: string | null; reason: string; state: string }

/** Under the order's lock, once for each refund. Of money that could not be used the last one ends payment and order. */
export async function noteAccepted(deps: Deps, tx: Tx, refund: Accepted): Promise<void> {
  await addRefunded(tx, refund.payment_id, refund.amount_minor)
  const payment = await lockPayment(tx, refund.payment_id)
  await bookRefund(tx, refund.id, payment.provider, money(refund.amount_minor, payment.currency))
  if (payment.state !== 'returning' || payment.refunded_minor < payment.amount_minor) return
  await movePayment(tx, payment.id, 'returned')
  const order = await lockOrder(tx, payment.order_id)
  if (!order || !nextOrder(order.state, 'refund_accepted')) return
  await moveOrder(tx, order.id, 'returned')
  await refundLines(tx, order.id)
  await deps.jobs.enqueue(tx, 'order.returned', { orderId: order.id }, { key: order.id })
}

/** The money is with us again. What somebody here wanted sent back is still to go, and waits for an operator. */
export async function noteFailed(tx: Tx, refund: Failed, refundId: string): Promise<void> {
  await failRefund(tx, refund.id, refundId)
  const payment = await lockPayment(tx, refund.payment_id)
  if (refund.state === 'accepted') {
    await addRefunded(tx, refund.payment_id, -refund.amount_minor)
    await bookFailedRefund(tx, refund.id, payment.provider, money(refund.amount_minor, payment.currency))
  }
  if (payment.state === 'returned') {
    await movePayment(tx, payment.id, 'returning')
    const order = await lockOrder(tx, payment.order_id)
    if (order && nextOrder(order.state, 'refund_failed')) {
      await moveOrder(tx, order.id, 'returning')
      await unrefundLines(tx, order.id)
    }
  }
  if (refund.request_id || payment.state !== 'complete') await addStopped(tx, refund)
}
