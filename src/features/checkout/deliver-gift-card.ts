/** Delivers gift cards on their day: the card is made, its code stands in the mail, and nowhere else. */
import { money, toDecimal } from '#domain/money.ts'
import { inZone } from '#domain/schedule.ts'
import { issuePaidCard } from '#features/gift-cards/issue.ts'
import { post } from '#features/mailing/post.ts'
import type { Deps } from '#http/deps.ts'
import { logFault } from '#platform/db/away.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { hearOrder } from './hear-refunds.ts'
import { requireInvoice } from './invoice.ts'
import { giftCardBoughtMail, giftCardMail } from './mail/gift-card.ts'
import { hasOpenDispute } from './queries/disputes.ts'
import { lockPurchase, noteDelivered, purchaseOf, purchasesToDeliver } from './queries/gift-cards.ts'
import { lockOrder, orderById } from './queries/orders.ts'
import { undecidedRefunds } from './queries/refunds.ts'
import { receiptKey } from './receipt.ts'

const IN_ONE_ROUND = 200

/** Run each minute, and after each purchase. */
export async function deliverGiftCards(deps: Deps): Promise<void> {
  for (const orderId of await purchasesToDeliver(deps.db, deps.clock(), IN_ONE_ROUND)) {
    await deliver(deps, orderId).catch((error) =>
      logFault(deps.log, error, 'a gift card is not delivered', { orderId }),
    )
  }
}

/** Card, mail and the note of it in one transaction, under the order's lock: one card, whoever else delivers or refunds it. */
async function deliver(deps: Deps, orderId: string): Promise<void> {
  await hearOrder(deps, orderId)
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const purchase = await lockPurchase(tx, orderId)
    if (!purchase || purchase.delivered_at || purchase.cancelled_at || order?.state !== 'complete') return
    if ((await undecidedRefunds(tx, orderId)).length > 0 || (await hasOpenDispute(tx, orderId))) return
    const amount = money(purchase.amount_minor, order.currency)
    const { id, code } = await issuePaidCard(deps, tx, amount)
    await noteDelivered(tx, orderId, id)
    await post(tx, deps.jobs, {
      dedupeKey: `gift-card:${orderId}`,
      to: purchase.recipient_email,
      ...giftCardMail({
        name: purchase.recipient_name,
        buyer: order.name,
        message: purchase.message,
        amount: `${amount.currency} ${toDecimal(amount)}`,
        code,
        coursesUrl: deps.config.publicUrl,
        supportAddress: deps.config.supportAddress,
      }),
    })
  })
}

/** The buyer's receipt, with the invoice. */
export async function writeGiftCardReceipt(deps: Deps, orderId: string, requestId?: string): Promise<void> {
  const order = await orderById(deps.db, orderId)
  const purchase = await purchaseOf(deps.db, orderId)
  if (order?.state !== 'complete' || !purchase) return
  const words = giftCardBoughtMail({
    name: order.name,
    orderNumber: `U-${order.number}`,
    recipient: purchase.recipient_name,
    recipientEmail: purchase.recipient_email,
    amount: `${order.currency} ${toDecimal(money(purchase.amount_minor, order.currency))}`,
    sendAt: inZone(purchase.send_at, order.timezone_id).displayText,
    orderUrl: new URL(`/order/${order.id}`, deps.config.publicUrl).href,
    supportAddress: deps.config.supportAddress,
  })
  const attachments = [{ ...(await requireInvoice(deps, order)), contentType: 'application/pdf' }]
  await transact(deps.db, (tx) =>
    post(tx, deps.jobs, { dedupeKey: receiptKey(orderId, requestId), to: order.email, ...words, attachments }),
  )
}
