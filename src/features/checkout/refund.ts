/**
 * Sends money back: what could not be used, or what somebody asked for. Keyed by the refund's own id, so
 * that the provider pays it back once; and first it is heard what went back already, at its own desk too.
 */
import { money } from '#domain/money.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { hearRefunds, refundKey } from './hear-refunds.ts'
import { noteAccepted } from './note-refund.ts'
import { lockOrder } from './queries/orders.ts'
import { acceptRefund, paymentById, queuedRefunds } from './queries/payments.ts'

export async function refundPayment(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.db, paymentId)
  if (!payment?.provider_intent_id || !deps.gateway) return
  if ((await queuedRefunds(deps.db, paymentId)).length === 0) return
  await hearRefunds(deps, paymentId)

  for (const refund of await queuedRefunds(deps.db, paymentId)) {
    const { refundId } = await deps.gateway.refund({
      key: refundKey(refund.id),
      intentId: payment.provider_intent_id,
      amount: money(refund.amount_minor, payment.currency),
    })
    await transact(deps.db, async (tx) => {
      const order = await lockOrder(tx, payment.order_id)
      if (order && (await acceptRefund(tx, refund.id, refundId))) await noteAccepted(deps, tx, order, refund)
    })
  }
}
