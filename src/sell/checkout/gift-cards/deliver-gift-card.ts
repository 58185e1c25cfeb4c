/** Delivers gift cards on their day. Only the e-mail holds the code of the new card. */
import { formatWithSymbol, money } from '#domain/money/money.ts'
import { toZoneTime } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleEach } from '#platform/jobs/handle-each.ts'
import { requireInvoice } from '#sell/documents/invoice.ts'
import { getReceiptSubject } from '#sell/documents/queries/receipts.ts'
import { createReceiptKey } from '#sell/documents/send-receipt.ts'
import { issuePaidCard } from '#sell/gift-cards/issue-gift-card.ts'
import { getPurchase, lockPurchase, noteDelivered } from '#sell/orders/queries/gift-card-purchases.ts'
import { getOrder, lockOrder } from '#sell/orders/queries/orders.ts'
import { hasOpenDispute } from '#sell/refunds/queries/disputes.ts'
import { listUnallocatedRefunds } from '#sell/refunds/queries/refunds.ts'
import { syncOrderRefunds } from '#sell/refunds/sync-refunds.ts'
import { giftCardBoughtMail, giftCardMail } from '../mail/gift-card.tsx'
import { purchasesToDeliver } from '../queries/gift-cards-to-deliver.ts'

const IN_ONE_ROUND = 200

/** Run each minute, and after each purchase. */
export async function deliverGiftCards(deps: Deps): Promise<void> {
  await handleEach(
    deps.log,
    await purchasesToDeliver(deps.db, deps.clock(), IN_ONE_ROUND),
    (orderId) => deliver(deps, orderId),
    (orderId) => ['a gift card is not delivered', { orderId }],
  )
}

/**
 * Creates card and e-mail and records the delivery in one transaction under the order's lock, so a concurrent delivery
 * or refund can't create a second card.
 */
async function deliver(deps: Deps, orderId: string): Promise<void> {
  await syncOrderRefunds(deps, orderId)
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const purchase = await lockPurchase(tx, orderId)
    if (!purchase || purchase.delivered_at || purchase.cancelled_at || order?.state !== 'complete') return
    if ((await listUnallocatedRefunds(tx, orderId)).length > 0 || (await hasOpenDispute(tx, orderId))) return
    const amount = money(purchase.amount_minor, order.currency)
    const { id, code } = await issuePaidCard(deps, tx, amount)
    await noteDelivered(tx, orderId, id)
    await enqueueMail(tx, deps.jobs, {
      dedupeKey: `gift-card:${orderId}`,
      to: purchase.recipient_email,
      ...giftCardMail({
        name: purchase.recipient_name,
        buyer: order.name,
        message: purchase.message,
        amount: formatWithSymbol(amount),
        code,
        coursesUrl: deps.config.publicUrl,
        sender: deps.site.current,
      }),
    })
  })
}

/** Sends the buyer's receipt with the invoice. Not after the delivery was cancelled, or a bank disputed the payment. */
export async function writeGiftCardReceipt(deps: Deps, orderId: string, requestId?: string): Promise<void> {
  const order = await getOrder(deps.db, orderId)
  const purchase = await getPurchase(deps.db, orderId)
  if (order?.state !== 'complete' || !purchase || !(await getReceiptSubject(deps.db, orderId))) return
  const words = giftCardBoughtMail({
    name: order.name,
    orderNumber: `U-${order.number}`,
    recipient: purchase.recipient_name,
    recipientEmail: purchase.recipient_email,
    amount: formatWithSymbol(money(purchase.amount_minor, order.currency)),
    sendAt:
      purchase.send_at > deps.clock()
        ? `on ${toZoneTime(purchase.send_at, order.timezone_id).displayText}`
        : 'right away',
    orderUrl: new URL(`/order/${order.id}`, deps.config.publicUrl).href,
    sender: deps.site.current,
  })
  const attachments = [{ ...(await requireInvoice(deps, order)), contentType: 'application/pdf' }]
  await transact(deps.db, (tx) =>
    enqueueMail(tx, deps.jobs, {
      dedupeKey: createReceiptKey(orderId, requestId),
      to: order.email,
      ...words,
      attachments,
    }),
  )
}
