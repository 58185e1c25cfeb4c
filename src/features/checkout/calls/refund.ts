/** Money that goes back, seats that end, a receipt once more, as an admin's browser asks for them. */
import type { Client } from '#http/client.ts'
import type { sendReceipt } from '../wire/receipt.ts'
import type {
  cancelOneEnrolment,
  cancelWholeCohort,
  decideRefundOfOrder,
  refundOfOrder,
  sendRefundsAgain,
} from '../wire/refund.ts'

type Asked<E extends { body: { _zod: { input: unknown } } }> = E['body']['_zod']['input']
export type RefundAsked = Asked<typeof refundOfOrder>

export const callRefund = (client: Client, orderId: string, body: RefundAsked, idempotencyKey: string) =>
  client.call<typeof refundOfOrder>(
    { host: 'payment', method: 'POST', path: 'orders/:orderId/refunds' },
    { params: { orderId }, body, auth: 'admin', idempotencyKey },
  )

export const callDecideRefund = (
  client: Client,
  orderId: string,
  body: Asked<typeof decideRefundOfOrder>,
  idempotencyKey: string,
) =>
  client.call<typeof decideRefundOfOrder>(
    { host: 'payment', method: 'POST', path: 'orders/:orderId/refunds/decide' },
    { params: { orderId }, body, auth: 'admin', idempotencyKey },
  )

export const callSendRefundsAgain = (client: Client, orderId: string) =>
  client.call<typeof sendRefundsAgain>(
    { host: 'payment', method: 'POST', path: 'orders/:orderId/refunds/send-again' },
    { params: { orderId }, auth: 'admin' },
  )

export const callEndEnrolment = (
  client: Client,
  enrolmentId: string,
  body: Asked<typeof cancelOneEnrolment>,
  idempotencyKey: string,
) =>
  client.call<typeof cancelOneEnrolment>(
    { host: 'payment', method: 'POST', path: 'enrolments/:enrolmentId/cancel' },
    { params: { enrolmentId }, body, auth: 'admin', idempotencyKey },
  )

export const callCancelCohort = (client: Client, courseCode: string, reason: string, idempotencyKey: string) =>
  client.call<typeof cancelWholeCohort>(
    { host: 'payment', method: 'POST', path: 'cohorts/:courseCode/cancel' },
    { params: { courseCode }, body: { reason }, auth: 'admin', idempotencyKey },
  )

export const callSendReceipt = (client: Client, orderId: string, reason: string) =>
  client.call<typeof sendReceipt>(
    { host: 'payment', method: 'POST', path: 'orders/:orderId/receipt' },
    { params: { orderId }, body: { reason }, auth: 'admin' },
  )
