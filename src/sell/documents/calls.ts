/** The documents of an order, as a browser asks for them. */
import type { Client } from '#http/client.ts'
import { resendReceipt } from './wire/receipt.ts'

export const callSendReceipt = (client: Client, orderId: string, reason: string) =>
  client.call(resendReceipt, { params: { orderId }, body: { reason }, auth: 'admin' })
