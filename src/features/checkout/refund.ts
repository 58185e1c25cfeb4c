/**
 * Sends money back: what could not be used, or what somebody asked for. Keyed by the refund's own id, so
 * that the provider pays it back once. What went back already is heard first, at its dashboard too, and
 * while an operator has to say what that was for, nothing goes. What was taken is heard like all the rest.
 * While a dispute is open nothing goes either: providers refuse to refund a disputed charge. Once it is lost, a refund
 * that was refused is not tried again: what the bank took is dropped, and the rest waits for an admin.
 */
import { money } from '#domain/money.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { endLostRefunds } from './apply-disputes.ts'
import { hearOrder, refundKey } from './hear-refunds.ts'
import { hasOpenDispute, lostByPayment } from './queries/disputes.ts'
import { lockOrder } from './queries/orders.ts'
import { lockPayment, paymentById, queuedRefunds } from './queries/payments.ts'
import { nextToSend, undecidedRefunds } from './queries/refunds.ts'
import { syncDisputes } from './sync-disputes.ts'

export async function refundPayment(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.db, paymentId)
  if (!payment?.provider_intent_id || !deps.gateway) return
  if ((await queuedRefunds(deps.db, paymentId)).length === 0) return
  await hearOrder(deps, payment.order_id)
  await transact(deps.db, (tx) => endLostRefunds(tx, payment.order_id))

  const sent = new Set<string>()
  for (let next = await markSent(deps, payment); next; next = await markSent(deps, payment)) {
    if (sent.has(next.id)) throw new Error('the provider took a refund and does not tell of it yet')
    sent.add(next.id)
    const order = { intentId: payment.provider_intent_id, amount: money(next.amount_minor, payment.currency) }
    try {
      await deps.gateway.refund({ key: refundKey(next.id), ...order })
    } catch (error) {
      // A dispute that is not known here may be why.
      await syncDisputes(deps, paymentId)
      if (await hasOpenDispute(deps.db, payment.order_id)) return
      if ((await lostByPayment(deps.db, payment.order_id)).has(paymentId)) return
      throw error
    }
    await hearOrder(deps, payment.order_id)
  }
}

/** From here on the provider may have it: nobody drops or changes it before this try has surely ended. */
function markSent(deps: Deps, { id, order_id }: { id: string; order_id: string }) {
  return transact(deps.db, async (tx) => {
    await lockOrder(tx, order_id)
    const { state } = await lockPayment(tx, id)
    if (await hasOpenDispute(tx, order_id)) return undefined
    const waits = state === 'complete' && (await undecidedRefunds(tx, order_id)).length > 0
    if (waits) return undefined
    // Of a payment that was lost to a dispute each refund is tried once: the provider refuses what the bank took.
    return nextToSend(tx, id, (await lostByPayment(tx, order_id)).has(id))
  })
}
