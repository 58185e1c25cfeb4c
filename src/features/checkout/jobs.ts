/** Checkout's jobs: each a shell over a verb that bears being run twice. */
import { lapseUnconfirmed } from '#features/enrolments/free-places.ts'
import type { Deps } from '#http/deps.ts'
import { SIGNATURE_HEADER } from '#platform/payments/sandbox.ts'
import { endOrdersOf } from './cancel-cohort.ts'
import { deleteDeadOrders } from './deleted-orders.ts'
import { deliverGiftCards, writeGiftCardReceipt } from './deliver-gift-card.ts'
import { writeDisputeNotice } from './dispute-notice.ts'
import { abandonBalance } from './end-order.ts'
import { inviteFriends, remindFriends, welcomeFriend } from './invite.ts'
import { writePlaceAsked, writeWelcome } from './place-emails.ts'
import { writeReceipt, writeReturnNotice } from './receipt.ts'
import { findLostCharges, findLostDisputes, findLostRefunds, lapse, reconcile } from './reconcile.ts'
import { refundPayment } from './refund.ts'
import { writeCalledOff, writeRefundNotice } from './refund-notice.ts'
import { remindOfBalances, writeBalancePaid } from './remind-balance.ts'
import { handleEvent } from './webhooks.ts'

/** What a browser may still be busy with is left alone for a while. */
const SETTLED_BY_THEN_SECONDS = 20
const DAYS = 3
/** A bank may send a refund back a month after it was made. */
const LATE_DAYS = 40
/** A bank may decide months after it opened a dispute, and decide anew after that. */
const DISPUTE_DAYS = 180

type ReceiptAgain = { orderId: string; requestId: string; isGift: boolean }

export async function checkoutJobs(deps: Deps): Promise<void> {
  const { jobs } = deps
  await jobs.work('order.completed', (data: { orderId: string }) => writeReceipt(deps, data.orderId), 'for-nobody')
  await jobs.work('receipt.again', async (data: ReceiptAgain) => {
    await (data.isGift ? writeGiftCardReceipt : writeReceipt)(deps, data.orderId, data.requestId)
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
  await jobs.work('order.returned', (data: { orderId: string }) => writeReturnNotice(deps, data.orderId))
  await jobs.work('order.lapse', (data: { orderId: string }) => lapse(deps, data.orderId))
  await jobs.work('balance.paid', (data: { orderId: string }) => writeBalancePaid(deps, data.orderId))
  await jobs.work('balance.abandon', (data: { orderId: string }) => abandonBalance(deps, data.orderId))
  await jobs.work('balance.remind', () => remindOfBalances(deps))
  await jobs.work('enrolment.asked', (data: { enrolmentId: string; askId: string }) => writePlaceAsked(deps, data))
  await jobs.work('enrolment.opened', (data: { enrolmentId: string }) => writeWelcome(deps, data))
  await jobs.work('enrolment.lapse-unconfirmed', () => lapseUnconfirmed(deps))
  await jobs.schedule('enrolment.lapse-unconfirmed', '*/5 * * * *')
  await jobs.work('order.refunded', (data: { requestId: string }) => writeRefundNotice(deps, data.requestId))
  await jobs.work('order.called-off', (data: { orderId: string }) => writeCalledOff(deps, data.orderId))
  await jobs.work('cohort.cancelled', (data: { courseCode: string }) => endOrdersOf(deps, data.courseCode))
  await jobs.work('payment.refund', (data: { paymentId: string }) => refundPayment(deps, data.paymentId))
  await jobs.work(
    'provider.event',
    (data: { eventId: string; intentId: string; type: string }) => handleEvent(deps, data),
    // The sandbox stands in our own database.
    deps.gateway?.sandbox ? 'for-nobody' : 'for-others',
  )
  await jobs.work('checkout.reconcile', () => reconcile(deps, SETTLED_BY_THEN_SECONDS))
  await jobs.work('sandbox.deliver', (data: { eventId: string }) => deliverForSandbox(deps, data.eventId), 'for-nobody')
  await jobs.work('checkout.lost-charges', () => findLostCharges(deps))
  await jobs.work('checkout.lost-refunds', () => findLostRefunds(deps, DAYS))
  await jobs.work('checkout.late-refunds', () => findLostRefunds(deps, LATE_DAYS))
  await jobs.work('checkout.lost-disputes', () => findLostDisputes(deps, DAYS))
  await jobs.work('checkout.late-disputes', () => findLostDisputes(deps, DISPUTE_DAYS))
  await jobs.work('dispute.opened', (data: { disputeId: string }) => writeDisputeNotice(deps, data.disputeId))
  await jobs.work('checkout.delete-dead-orders', () => deleteDeadOrders(deps))
  await jobs.schedule('checkout.delete-dead-orders', '29 * * * *')
  await jobs.schedule('checkout.reconcile', '* * * * *')
  await jobs.schedule('checkout.lost-charges', '*/5 * * * *')
  await jobs.schedule('checkout.lost-refunds', '*/5 * * * *')
  await jobs.schedule('checkout.late-refunds', '47 4 * * *')
  await jobs.schedule('checkout.lost-disputes', '2-59/5 * * * *')
  await jobs.schedule('checkout.late-disputes', '7 5 * * *')
  await jobs.schedule('balance.remind', '23 * * * *')
}

/** The sandbox's post: it tells us over HTTP and signs, as a real provider would. */
async function deliverForSandbox({ gateway, config }: Deps, eventId: string): Promise<void> {
  const sandbox = gateway?.sandbox
  const delivery = await sandbox?.delivery(eventId)
  if (!sandbox || !delivery) return
  const answer = await fetch(new URL('/api/v1/webhooks/sandbox', config.paymentApiUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: delivery.signature },
    body: delivery.body,
    signal: AbortSignal.timeout(5000),
  })
  if (!answer.ok) throw new Error(`the webhook was answered ${answer.status}`)
  await sandbox.delivered(eventId)
}
