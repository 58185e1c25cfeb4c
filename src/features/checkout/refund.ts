/**
 * Sends money back: what could not be used, or what somebody asked for. Keyed by the refund's own id, so
 * that the provider pays it back once.
 */

import { money } from '#domain/money.ts'
import { next as nextOrder } from '#domain/order.ts'
import { bookRefund } from '#features/ledger/book.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { lockOrder, moveOrder, refundLines } from './queries/orders.ts'
import { acceptRefund, markRefunded, paymentById, queuedRefunds, refundAccepted } from './queries/payments.ts'

export async function refundPayment(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.db, paymentId)
  if (!payment?.provider_intent_id || !deps.gateway) return

  for (const refund of await queuedRefunds(deps.db, paymentId)) {
    const amount = money(refund.amount_minor, payment.currency)
    const { refundId } = await deps.gateway.refund({
      key: `refund:${refund.id}`,
      intentId: payment.provider_intent_id,
      amount,
    })
    await transact(deps.db, async (tx) => {
      const order = await lockOrder(tx, payment.order_id)
      if (!order || !(await acceptRefund(tx, refund.id, refundId))) return
      await bookRefund(tx, refund.id, payment.provider, amount)
      if (refund.request_id) return refundAccepted(tx, paymentId, refund.amount_minor)
      await markRefunded(tx, paymentId)
      if (!nextOrder(order.state, 'refund_accepted')) return
      await moveOrder(tx, order.id, 'returned')
      await refundLines(tx, order.id)
      await deps.jobs.enqueue(tx, 'order.returned', { orderId: order.id }, { key: order.id })
    })
  }
}
