/** Checkout's jobs. Each calls a verb that may run twice. */

import type { Deps } from '#http/deps.ts'
import type { PaymentProvider } from '#platform/payments/gateway.ts'
import { SIGNATURE_HEADER } from '#sandbox/books.ts'
import { requireCreditNotes } from '#sell/documents/credit-note.ts'
import { sendReceipt, sendReturnNotice } from '#sell/documents/send-receipt.ts'
import { expireUnconfirmed } from '#sell/orders/free-enrolments.ts'
import { endCohortOrders } from '#sell/payments/cancel-cohort.ts'
import { capturePayment } from '#sell/payments/capture-payment.ts'
import { deleteDeadOrders } from '#sell/payments/deleted-orders.ts'
import { abandonBalance, expireOrder } from '#sell/payments/end-order.ts'
import { reconcile, syncLostCharges, syncLostDisputes, syncLostRefunds } from '#sell/payments/reconcile.ts'
import { remindOfBalances, writeBalancePaid } from '#sell/payments/remind-balance.ts'
import { chargeDueBalances } from '#sell/payments/saved-cards/charge-saved-card.ts'
import { deleteUnneededCard } from '#sell/payments/saved-cards/detach-cards.ts'
import { handleEvent } from '#sell/payments/webhooks.ts'
import { enqueueDisputeEmail } from '#sell/refunds/dispute-email.ts'
import { enqueueCancellationEmail, enqueueRefundEmail } from '#sell/refunds/refund-emails.ts'
import { refundPayment } from '#sell/refunds/send-refund.ts'
import { writePlaceAsked, writeWelcome } from './free-and-friends/enrolment-emails.ts'
import { inviteFriends, remindFriends, welcomeFriend } from './free-and-friends/invite.ts'
import { deliverGiftCards, writeGiftCardReceipt } from './gift-cards/deliver-gift-card.ts'
import { remindUnfinished } from './saved/remind-unfinished.ts'

/** The reconciler leaves newer payments to the browser that is paying them. */
const SETTLED_BY_THEN_SECONDS = 20
const DAYS = 3
/** A bank may send a refund back a month after it was made. */
const LATE_DAYS = 40
/** A bank may decide months after it opened a dispute, and decide anew after that. */
const DISPUTE_DAYS = 180

type Cancelled = { cohortCode: string }
/** Without `requestId`: the first receipt is written anew. */
type ReceiptAgain = { orderId: string; requestId?: string }

export async function checkoutJobs(deps: Deps): Promise<void> {
  const { jobs } = deps
  // The sandbox is in our own database.
  const gatewayKind = deps.gateways.all.every(({ sandbox, sandboxPaypal }) => sandbox || sandboxPaypal)
    ? 'internal'
    : 'external'
  await jobs.work('order.completed', (data: { orderId: string }) => sendReceipt(deps, data.orderId))
  await jobs.work('receipt.again', async (data: ReceiptAgain) => {
    // Each of them writes nothing for an order of the other's product.
    await sendReceipt(deps, data.orderId, data.requestId)
    await writeGiftCardReceipt(deps, data.orderId, data.requestId)
  })
  await jobs.work('order.invite', (data: { orderId: string }) => inviteFriends(deps, data.orderId))
  await jobs.work('invitation.accepted', (data: { enrolmentId: string }) => welcomeFriend(deps, data.enrolmentId))
  await jobs.work('invitation.remind', () => remindFriends(deps))
  await jobs.schedule('invitation.remind', '41 * * * *')
  await jobs.work('gift-card.bought', async (data: { orderId: string }) => {
    await writeGiftCardReceipt(deps, data.orderId)
    await deliverGiftCards(deps)
  })
  await jobs.work('gift-card.deliver', () => deliverGiftCards(deps))
  await jobs.schedule('gift-card.deliver', '* * * * *')
  await jobs.work('checkout.remind-unfinished', () => remindUnfinished(deps))
  await jobs.schedule('checkout.remind-unfinished', '*/10 * * * *')
  await jobs.work('order.returned', (data: { orderId: string }) => sendReturnNotice(deps, data.orderId))
  await jobs.work('order.expire', (data: { orderId: string }) => expireOrder(deps, data.orderId), gatewayKind)
  await jobs.work('balance.paid', (data: { orderId: string; pausedAt?: string | null }) =>
    writeBalancePaid(deps, data.orderId, data.pausedAt),
  )
  await jobs.work('balance.abandon', (data: { orderId: string }) => abandonBalance(deps, data.orderId), gatewayKind)
  await jobs.work('card.delete', (data: { paymentId: string }) => deleteUnneededCard(deps, data.paymentId), gatewayKind)
  await jobs.work('balance.charge', () => chargeDueBalances(deps))
  await jobs.schedule('balance.charge', '3-59/5 * * * *')
  await jobs.work('balance.remind', () => remindOfBalances(deps))
  await jobs.work('enrolment.asked', (data: { enrolmentId: string; askId: string }) => writePlaceAsked(deps, data))
  await jobs.work('enrolment.opened', (data: { enrolmentId: string }) => writeWelcome(deps, data))
  await jobs.work('enrolment.expire-unconfirmed', () => expireUnconfirmed(deps))
  await jobs.schedule('enrolment.expire-unconfirmed', '*/5 * * * *')
  await jobs.work('order.refunded', async ({ requestId, isDecided }: { requestId: string; isDecided?: boolean }) =>
    enqueueRefundEmail(deps, requestId, await requireCreditNotes(deps, requestId), isDecided),
  )
  await jobs.work('order.cancelled', (data: { orderId: string }) => enqueueCancellationEmail(deps, data.orderId))
  await jobs.work('cohort.cancelled', (data: Cancelled) => endCohortOrders(deps, data.cohortCode), gatewayKind)
  await jobs.work('payment.refund', (data: { paymentId: string }) => refundPayment(deps, data.paymentId), gatewayKind)
  await jobs.work('payment.capture', (data: { paymentId: string }) => capturePayment(deps, data.paymentId), gatewayKind)
  await jobs.work(
    'provider.event',
    (data: { provider: PaymentProvider; eventId: string; intentId: string; type: string }) => handleEvent(deps, data),
    gatewayKind,
  )
  await jobs.schedule('balance.remind', '23 * * * *')
  await syncJobs(deps)
}

/** Asks the providers for what their events did not bring. */
async function syncJobs(deps: Deps): Promise<void> {
  const { jobs } = deps
  await jobs.work('checkout.reconcile', () => reconcile(deps, SETTLED_BY_THEN_SECONDS))
  await jobs.work('sandbox.deliver', (data: { eventId: string }) => deliverForSandbox(deps, data.eventId))
  await jobs.work('checkout.lost-charges', () => syncLostCharges(deps))
  await jobs.work('checkout.lost-refunds', () => syncLostRefunds(deps, DAYS))
  await jobs.work('checkout.late-refunds', () => syncLostRefunds(deps, LATE_DAYS))
  await jobs.work('checkout.lost-disputes', () => syncLostDisputes(deps, DAYS))
  await jobs.work('checkout.late-disputes', () => syncLostDisputes(deps, DISPUTE_DAYS))
  await jobs.work('dispute.opened', (data: { disputeId: string }) => enqueueDisputeEmail(deps, data.disputeId))
  await jobs.work('checkout.delete-dead-orders', () => deleteDeadOrders(deps))
  await jobs.schedule('checkout.delete-dead-orders', '29 * * * *')
  await jobs.schedule('checkout.reconcile', '* * * * *')
  await jobs.schedule('checkout.lost-charges', '*/5 * * * *')
  await jobs.schedule('checkout.lost-refunds', '*/5 * * * *')
  await jobs.schedule('checkout.late-refunds', '47 4 * * *')
  await jobs.schedule('checkout.lost-disputes', '2-59/5 * * * *')
  await jobs.schedule('checkout.late-disputes', '7 5 * * *')
}

/** Delivers the sandbox's signed events over HTTP, as a real provider would. */
async function deliverForSandbox({ gateways, config }: Deps, eventId: string): Promise<void> {
  const delivery = await gateways.for('sandbox')?.sandbox?.delivery(eventId)
  if (!delivery) return
  const answer = await fetch(new URL(`/api/v1/webhooks/${delivery.provider}`, config.paymentApiUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: delivery.signature },
    body: delivery.body,
    signal: AbortSignal.timeout(5000),
  })
  if (!answer.ok) throw new Error(`the webhook was answered ${answer.status}`)
}
