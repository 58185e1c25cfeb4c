/** An operator has the receipt sent once more, to the order's own address and to no other. */
import { GIFT_CARD_CODE } from '#domain/gift-card.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { recordEvent } from '#features/audit-log/record.ts'
import { enrolmentsOfOrder } from '#features/enrolments/queries.ts'
import type { Deps } from '#http/deps.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { lockOrder } from './queries/orders.ts'
import { addReceiptRequest } from './queries/receipts.ts'

/** A receipt says that somebody is in: of an order whose seats have all ended there is none to send. */
export async function sendReceiptAgain(
  deps: Deps,
  by: string,
  orderId: string,
  reason: string,
): Promise<Outcome<{ email: string }>> {
  return inOneTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return refused('ORDER_NOT_FOUND')
    const isGift = order.course_code === GIFT_CARD_CODE
    const hasReceipt = order.state === 'complete' && order.total_minor > 0
    if (!hasReceipt || !(isGift || (await enrolmentsOfOrder(tx, orderId)).length > 0))
      return refused('RECEIPT_NOT_POSSIBLE')
    const wait = await consumeLimit(tx, 'receiptAgain', orderId)
    if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
    const requestId = await addReceiptRequest(tx, orderId, by, reason)
    await deps.jobs.enqueue(tx, 'receipt.again', { orderId, requestId, isGift }, { key: requestId })
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: by },
      action: 'receipt-sent-again',
      object: { kind: 'order', id: orderId },
    })
    return accepted({ email: order.email })
  })
}
