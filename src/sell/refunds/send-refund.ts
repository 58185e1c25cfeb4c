/**
 * Sends the queued refunds of a payment to its provider. The refund's id is the key, so that the provider pays it once.
 * The refunds at the provider are synced first, and nothing is sent while one of them is unallocated.
 * Nothing is sent while a dispute is open, because providers refuse to refund a disputed charge. Once it is lost, a
 * refused refund is not retried: the part that the bank took is void, and the rest waits for an admin.
 */
import { money } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import { HeldError } from '#platform/backup/held-error.ts'
import { isInstallationHeld } from '#platform/backup/hold.ts'
import { transact } from '#platform/db/transaction.ts'
import { lockOrder } from '#sell/orders/queries/orders.ts'
import { lockPayment, paymentById } from '#sell/orders/queries/payments.ts'
import { voidRefusedRefunds } from './apply-disputes.ts'
import { getLostByPayment, hasOpenDispute } from './queries/disputes.ts'
import { queuedRefunds } from './queries/payment-refunds.ts'
import { listUnallocatedRefunds, nextToSend } from './queries/refunds.ts'
import { syncDisputes } from './sync-disputes.ts'
import { refundKey, syncOrderRefunds } from './sync-refunds.ts'

export async function refundPayment(deps: Deps, paymentId: string): Promise<void> {
  const payment = await paymentById(deps.db, paymentId)
  if (!payment?.provider_intent_id || (await queuedRefunds(deps.db, paymentId)).length === 0) return
  const gateway = deps.gateways.for(payment.provider)
  // The refund stays queued, and goes out once its provider is configured again.
  if (!gateway)
    return deps.log.warn({ paymentId, provider: payment.provider }, 'a refund waits: its provider is not configured')
  // Before anything is marked: after a lost dispute, a refund that was marked as sent is taken for a refused one.
  if (await isInstallationHeld(deps.db)) throw new HeldError()
  await syncOrderRefunds(deps, payment.order_id)
  await transact(deps.db, (tx) => voidRefusedRefunds(tx, payment.order_id))

  const sent = new Set<string>()
  for (let next = await markSent(deps, payment); next; next = await markSent(deps, payment)) {
    if (sent.has(next.id)) throw new Error('the provider accepted a refund and does not list it yet')
    sent.add(next.id)
    try {
      await gateway.refund({
        key: refundKey(next.id),
        intentId: payment.provider_intent_id,
        amount: money(next.amount_minor, payment.currency),
      })
    } catch (error) {
      // The reason may be a dispute that is not stored yet.
      await syncDisputes(deps, paymentId)
      if (await hasOpenDispute(deps.db, payment.order_id, paymentId)) return
      if ((await getLostByPayment(deps.db, payment.order_id)).has(paymentId)) return
      throw error
    }
    await syncOrderRefunds(deps, payment.order_id)
  }
}

/** Marks the next refund as sent. It is not voided or changed until this request has certainly ended. */
function markSent(deps: Deps, { id, order_id }: { id: string; order_id: string }) {
  return transact(deps.db, async (tx) => {
    await lockOrder(tx, order_id)
    const { state } = await lockPayment(tx, id)
    if (await hasOpenDispute(tx, order_id, id)) return undefined
    const waits = state === 'complete' && (await listUnallocatedRefunds(tx, order_id)).length > 0
    if (waits) return undefined
    // After a lost dispute each refund is tried once: the provider refuses what the bank took.
    return nextToSend(tx, id, (await getLostByPayment(tx, order_id)).has(id))
  })
}
