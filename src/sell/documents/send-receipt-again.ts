/** Sends the receipt again at an admin's request, only to the order's own address. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { receiptAgainJob } from '#sell/checkout/queue.ts'
import { lockOrder } from '#sell/orders/queries/orders.ts'
import { addReceiptRequest, hasReceipt } from './queries/receipts.ts'

/** A receipt confirms the buyer's seat or a gift card, so none is sent after it has ended or while a bank disputes it. */
export async function sendReceiptAgain(
  deps: Deps,
  by: string,
  orderId: string,
  reason: string,
): Promise<Outcome<{ email: string }>> {
  return inOneTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return refused('ORDER_NOT_FOUND')
    if (!(await hasReceipt(tx, order))) return refused('RECEIPT_NOT_POSSIBLE')
    const wait = await consumeLimit(tx, 'receiptPerOrder', orderId)
    if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
    const requestId = await addReceiptRequest(tx, orderId, by, reason)
    await deps.jobs.enqueue(tx, receiptAgainJob, { orderId, requestId }, { key: requestId })
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: by },
      action: 'receipt-sent-again',
      object: { kind: 'order', id: orderId },
    })
    return accepted({ email: order.email })
  })
}
