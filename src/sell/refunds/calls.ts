/** Money that goes back, seats that end, as an admin's browser asks for them. */

import type { Client } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import { allocateRefundOfOrder, cancelOneEnrolment, refundOfOrder, retryRefundsOfOrder } from './wire.ts'

export type RefundAsked = RequestBody<typeof refundOfOrder>

export const callRefund = (client: Client, orderId: string, body: RefundAsked, idempotencyKey: string) =>
  client.call(refundOfOrder, { params: { orderId }, body, auth: 'admin', idempotencyKey })

export const callAllocateRefund = (
  client: Client,
  orderId: string,
  body: RequestBody<typeof allocateRefundOfOrder>,
  idempotencyKey: string,
) => client.call(allocateRefundOfOrder, { params: { orderId }, body, auth: 'admin', idempotencyKey })

export const callRetryRefunds = (client: Client, orderId: string) =>
  client.call(retryRefundsOfOrder, { params: { orderId }, auth: 'admin' })

export const callEndEnrolment = (
  client: Client,
  enrolmentId: string,
  body: RequestBody<typeof cancelOneEnrolment>,
  idempotencyKey: string,
) => client.call(cancelOneEnrolment, { params: { enrolmentId }, body, auth: 'admin', idempotencyKey })
