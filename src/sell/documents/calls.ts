/** The documents of an order, as a browser asks for them. */
import type { AuthKind, Client } from '#http/client.ts'
import { creditNote } from './wire/credit-note.ts'
import { invoice } from './wire/invoice.ts'
import { resendReceipt } from './wire/receipt.ts'

export const callSendReceipt = (client: Client, orderId: string, reason: string) =>
  client.call(resendReceipt, { params: { orderId }, body: { reason }, auth: 'admin' })

export const callInvoice = (client: Client, orderId: string, auth: AuthKind) =>
  client.call(invoice, { params: { orderId }, query: {}, auth })

export const callCreditNote = (client: Client, orderId: string, number: number, auth: AuthKind) =>
  client.call(creditNote, { params: { orderId, number }, query: {}, auth })
