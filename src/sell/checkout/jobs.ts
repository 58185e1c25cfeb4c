/** Checkout's jobs. Each calls a verb that may run twice. */

import type { Deps } from '#http/deps.ts'
import { handleJob, type JobHandler } from '#platform/jobs/define-job.ts'
import { SIGNATURE_HEADER } from '#sandbox/books.ts'
import { sandboxDeliverJob } from '#sandbox/queue.ts'
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
import {
  balanceAbandonJob,
  balanceChargeJob,
  balancePaidJob,
  balanceRemindJob,
  cardDeleteJob,
  checkoutDeleteDeadOrdersJob,
  checkoutLateDisputesJob,
  checkoutLateRefundsJob,
  checkoutLostChargesJob,
  checkoutLostDisputesJob,
  checkoutLostRefundsJob,
  checkoutReconcileJob,
  checkoutRemindUnfinishedJob,
  cohortCancelledJob,
  disputeOpenedJob,
  enrolmentAskedJob,
  enrolmentExpireUnconfirmedJob,
  enrolmentOpenedJob,
  giftCardBoughtJob,
  giftCardDeliverJob,
  invitationAcceptedJob,
  invitationRemindJob,
  orderCancelledJob,
  orderCompletedJob,
  orderExpireJob,
  orderInviteJob,
  orderRefundedJob,
  orderReturnedJob,
  paymentCaptureJob,
  paymentRefundJob,
  providerEventJob,
  receiptAgainJob,
} from './queue.ts'
import { remindUnfinished } from './saved/remind-unfinished.ts'

/** The reconciler leaves newer payments to the browser that is paying them. */
const SETTLED_BY_THEN_SECONDS = 20
const DAYS = 3
/** A bank may send a refund back a month after it was made. */
const LATE_DAYS = 40
/** A bank may decide months after it opened a dispute, and decide anew after that. */
const DISPUTE_DAYS = 180

export function checkoutJobs(deps: Deps): JobHandler[] {
  // The sandbox is in our own database.
  const gatewayKind = deps.gateways.all.every(({ sandbox, sandboxPaypal }) => sandbox || sandboxPaypal)
    ? 'internal'
    : 'external'
  return [
    handleJob(orderCompletedJob, ({ orderId }) => sendReceipt(deps, orderId)),
    handleJob(receiptAgainJob, async ({ orderId, requestId }) => {
      // Each of them writes nothing for an order of the other's product.
      await sendReceipt(deps, orderId, requestId)
      await writeGiftCardReceipt(deps, orderId, requestId)
    }),
    handleJob(orderInviteJob, ({ orderId }) => inviteFriends(deps, orderId)),
    handleJob(invitationAcceptedJob, ({ enrolmentId }) => welcomeFriend(deps, enrolmentId)),
    handleJob(invitationRemindJob, () => remindFriends(deps)),
    handleJob(giftCardBoughtJob, async ({ orderId }) => {
      await writeGiftCardReceipt(deps, orderId)
      await deliverGiftCards(deps)
    }),
    handleJob(giftCardDeliverJob, () => deliverGiftCards(deps)),
    handleJob(checkoutRemindUnfinishedJob, () => remindUnfinished(deps)),
    handleJob(orderReturnedJob, ({ orderId }) => sendReturnNotice(deps, orderId)),
    handleJob(orderExpireJob, ({ orderId }) => expireOrder(deps, orderId), gatewayKind),
    handleJob(balancePaidJob, ({ orderId, pausedAt }) => writeBalancePaid(deps, orderId, pausedAt)),
    handleJob(balanceAbandonJob, ({ orderId }) => abandonBalance(deps, orderId), gatewayKind),
    handleJob(balanceChargeJob, () => chargeDueBalances(deps)),
    handleJob(balanceRemindJob, () => remindOfBalances(deps)),
    handleJob(cardDeleteJob, ({ paymentId }) => deleteUnneededCard(deps, paymentId), gatewayKind),
    handleJob(enrolmentAskedJob, (event) => writePlaceAsked(deps, event)),
    handleJob(enrolmentOpenedJob, (event) => writeWelcome(deps, event)),
    handleJob(enrolmentExpireUnconfirmedJob, () => expireUnconfirmed(deps)),
    handleJob(orderRefundedJob, async ({ requestId, isDecided }) =>
      enqueueRefundEmail(deps, requestId, await requireCreditNotes(deps, requestId), isDecided),
    ),
    handleJob(orderCancelledJob, (cancelled) => enqueueCancellationEmail(deps, cancelled)),
    handleJob(cohortCancelledJob, ({ cohortCode }) => endCohortOrders(deps, cohortCode), gatewayKind),
    handleJob(paymentRefundJob, ({ paymentId }) => refundPayment(deps, paymentId), gatewayKind),
    handleJob(paymentCaptureJob, ({ paymentId }) => capturePayment(deps, paymentId), gatewayKind),
    handleJob(providerEventJob, (event) => handleEvent(deps, event), gatewayKind),
    handleJob(disputeOpenedJob, ({ disputeId }) => enqueueDisputeEmail(deps, disputeId)),
    handleJob(sandboxDeliverJob, ({ eventId }) => deliverForSandbox(deps, eventId)),
    ...syncJobs(deps),
  ]
}

/** Asks the providers for what their events did not bring. */
const syncJobs = (deps: Deps): JobHandler[] => [
  handleJob(checkoutReconcileJob, () => reconcile(deps, SETTLED_BY_THEN_SECONDS)),
  handleJob(checkoutLostChargesJob, () => syncLostCharges(deps)),
  handleJob(checkoutLostRefundsJob, () => syncLostRefunds(deps, DAYS)),
  handleJob(checkoutLateRefundsJob, () => syncLostRefunds(deps, LATE_DAYS)),
  handleJob(checkoutLostDisputesJob, () => syncLostDisputes(deps, DAYS)),
  handleJob(checkoutLateDisputesJob, () => syncLostDisputes(deps, DISPUTE_DAYS)),
  handleJob(checkoutDeleteDeadOrdersJob, () => deleteDeadOrders(deps)),
]

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
