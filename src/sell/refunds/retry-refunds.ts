/** An admin sends failed refunds again, each as a new refund. */
import { money, toWire } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { MoneyWire } from '#http/schemas.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { orderRefundedJob, paymentRefundJob } from '#sell/checkout/queue.ts'
import { lockOrder } from '#sell/orders/queries/orders.ts'
import { hasOpenDispute } from './queries/disputes.ts'
import { listUnallocatedRefunds, retryRefundsOnHold } from './queries/refunds.ts'

export async function retryRefunds(deps: Deps, by: string, orderId: string): Promise<Outcome<{ amount: MoneyWire }>> {
  return inOneTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return refused('ORDER_NOT_FOUND')
    if (await hasOpenDispute(tx, orderId)) return refused('DISPUTE_OPEN')
    if ((await listUnallocatedRefunds(tx, orderId)).length > 0) return refused('REFUND_UNALLOCATED')
    const refunds = await retryRefundsOnHold(tx, orderId, by)
    if (refunds.length === 0) return refused('REFUND_NOT_POSSIBLE')
    for (const { id, payment_id } of refunds)
      await deps.jobs.enqueue(tx, paymentRefundJob, { paymentId: payment_id }, { key: id })
    // A refund that failed before its e-mail was sent is announced now.
    for (const requestId of new Set(refunds.flatMap(({ request_id }) => request_id ?? [])))
      await deps.jobs.enqueue(tx, orderRefundedJob, { requestId }, { key: `${requestId} again` })
    const minor = refunds.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
    const amount = toWire(money(minor, order.currency))
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: by },
      action: 'refund-retried',
      object: { kind: 'order', id: orderId },
      details: amount,
    })
    return accepted({ amount })
  })
}
