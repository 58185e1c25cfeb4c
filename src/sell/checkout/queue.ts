/** The jobs of orders, from the checkout to refunds and disputes. */
import { z } from 'zod'
import { defineJob } from '#platform/jobs/define-job.ts'
import { PAYMENT_PROVIDERS } from '#platform/payments/gateway.ts'

export const orderCompletedJob = defineJob({ name: 'order.completed', schema: z.object({ orderId: z.uuid() }) })
/** Without `requestId` the first receipt is written anew. */
export const receiptAgainJob = defineJob({
  name: 'receipt.again',
  schema: z.object({ orderId: z.uuid(), requestId: z.uuid().optional() }),
})
export const orderInviteJob = defineJob({ name: 'order.invite', schema: z.object({ orderId: z.uuid() }) })
export const orderReturnedJob = defineJob({ name: 'order.returned', schema: z.object({ orderId: z.uuid() }) })
export const orderExpireJob = defineJob({ name: 'order.expire', schema: z.object({ orderId: z.uuid() }) })
export const orderRefundedJob = defineJob({
  name: 'order.refunded',
  schema: z.object({ requestId: z.uuid(), isDecided: z.boolean().optional() }),
})
/** Without `cohortCode`: the dates that were bought. */
export const orderCancelledJob = defineJob({
  name: 'order.cancelled',
  schema: z.object({ orderId: z.uuid(), cohortCode: z.string().optional() }),
})
export const cohortCancelledJob = defineJob({ name: 'cohort.cancelled', schema: z.object({ cohortCode: z.string() }) })
export const invitationAcceptedJob = defineJob({
  name: 'invitation.accepted',
  schema: z.object({ enrolmentId: z.uuid() }),
})
export const invitationRemindJob = defineJob({ name: 'invitation.remind', cron: '41 * * * *' })
export const giftCardBoughtJob = defineJob({ name: 'gift-card.bought', schema: z.object({ orderId: z.uuid() }) })
export const giftCardDeliverJob = defineJob({ name: 'gift-card.deliver', cron: '* * * * *' })
export const checkoutRemindUnfinishedJob = defineJob({ name: 'checkout.remind-unfinished', cron: '*/10 * * * *' })
export const balancePaidJob = defineJob({
  name: 'balance.paid',
  schema: z.object({ orderId: z.uuid(), pausedAt: z.iso.datetime().nullish() }),
})
export const balanceAbandonJob = defineJob({ name: 'balance.abandon', schema: z.object({ orderId: z.uuid() }) })
export const balanceChargeJob = defineJob({ name: 'balance.charge', cron: '3-59/5 * * * *' })
export const balanceRemindJob = defineJob({ name: 'balance.remind', cron: '23 * * * *' })
export const cardDeleteJob = defineJob({ name: 'card.delete', schema: z.object({ paymentId: z.uuid() }) })
export const enrolmentAskedJob = defineJob({
  name: 'enrolment.asked',
  schema: z.object({ enrolmentId: z.uuid(), askId: z.uuid() }),
})
export const enrolmentOpenedJob = defineJob({ name: 'enrolment.opened', schema: z.object({ enrolmentId: z.uuid() }) })
export const enrolmentExpireUnconfirmedJob = defineJob({ name: 'enrolment.expire-unconfirmed', cron: '*/5 * * * *' })
export const paymentRefundJob = defineJob({ name: 'payment.refund', schema: z.object({ paymentId: z.uuid() }) })
export const paymentCaptureJob = defineJob({ name: 'payment.capture', schema: z.object({ paymentId: z.uuid() }) })
export const providerEventJob = defineJob({
  name: 'provider.event',
  schema: z.object({
    provider: z.enum(PAYMENT_PROVIDERS),
    eventId: z.string(),
    intentId: z.string(),
    type: z.string(),
  }),
})
export const disputeOpenedJob = defineJob({ name: 'dispute.opened', schema: z.object({ disputeId: z.uuid() }) })
export const checkoutReconcileJob = defineJob({ name: 'checkout.reconcile', cron: '* * * * *' })
export const checkoutLostChargesJob = defineJob({ name: 'checkout.lost-charges', cron: '*/5 * * * *' })
export const checkoutLostRefundsJob = defineJob({ name: 'checkout.lost-refunds', cron: '*/5 * * * *' })
export const checkoutLateRefundsJob = defineJob({ name: 'checkout.late-refunds', cron: '47 4 * * *' })
export const checkoutLostDisputesJob = defineJob({ name: 'checkout.lost-disputes', cron: '2-59/5 * * * *' })
export const checkoutLateDisputesJob = defineJob({ name: 'checkout.late-disputes', cron: '7 5 * * *' })
export const checkoutDeleteDeadOrdersJob = defineJob({ name: 'checkout.delete-dead-orders', cron: '29 * * * *' })
