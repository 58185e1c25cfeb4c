/** The effects of a refund that the provider accepted, and of one that failed afterwards. */
import { money } from '#domain/money/money.ts'
import { nextOrderState as nextOrder } from '#domain/orders/order.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { orderReturnedJob } from '#sell/checkout/queue.ts'
import { bookFailedRefund, bookRefund } from '#sell/ledger/book.ts'
import { markLinesNotRefunded, markLinesRefunded } from '#sell/orders/queries/order-lines.ts'
import { lockOrder, moveOrder } from '#sell/orders/queries/orders.ts'
import { addRefunded, lockPayment, movePayment } from '#sell/orders/queries/payments.ts'
import { addRefundOnHold, failRefund } from './queries/refunds.ts'

type Accepted = { id: string; payment_id: string; amount_minor: number }
type Failed = Accepted & { request_id: string | null; reason: string; state: string }

/** Under the order's lock, once for each refund. The last refund of a payment that was not kept ends payment and order. */
export async function markRefundAccepted(deps: Deps, tx: Tx, refund: Accepted): Promise<void> {
  await addRefunded(tx, refund.payment_id, refund.amount_minor)
  const payment = await lockPayment(tx, refund.payment_id)
  await bookRefund(tx, refund.id, payment.provider, money(refund.amount_minor, payment.currency))
  if (payment.state !== 'refund-pending' || payment.refunded_minor < payment.amount_minor) return
  await movePayment(tx, payment.id, 'returned')
  const order = await lockOrder(tx, payment.order_id)
  if (!order || !nextOrder(order.state, 'refund_accepted')) return
  await moveOrder(tx, order.id, 'returned')
  await markLinesRefunded(tx, order.id)
  await deps.jobs.enqueue(tx, orderReturnedJob, { orderId: order.id }, { key: order.id })
}

/** The money is back with us. A refund that was requested here is still owed, and waits on hold for an admin. */
export async function markRefundFailed(tx: Tx, refund: Failed, refundId: string): Promise<void> {
  await failRefund(tx, refund.id, refundId)
  const payment = await lockPayment(tx, refund.payment_id)
  if (refund.state === 'accepted') {
    await addRefunded(tx, refund.payment_id, -refund.amount_minor)
    await bookFailedRefund(tx, refund.id, payment.provider, money(refund.amount_minor, payment.currency))
  }
  if (payment.state === 'returned') {
    await movePayment(tx, payment.id, 'refund-pending')
    const order = await lockOrder(tx, payment.order_id)
    if (order && nextOrder(order.state, 'refund_failed')) {
      await moveOrder(tx, order.id, 'refund-pending')
      await markLinesNotRefunded(tx, order.id)
    }
  }
  if (refund.request_id || payment.state !== 'complete') await addRefundOnHold(tx, refund)
}
