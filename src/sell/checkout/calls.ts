/** The calls that read prices, orders and payments, as the browser makes them. */

import type { AuthKind, Client } from '#http/client.ts'
import { verifyPayment } from '#sell/payments/wire/verify.ts'
import { order } from './wire/order.ts'
import { paymentOptions } from './wire/quote.ts'

type QuoteInput = {
  courseCode: string
  offerCode?: string
  seats?: number
  promoCode?: string
  giftCardCode?: string
  countryCode?: string
  clientKey?: string
}

export const callPaymentOptions = (client: Client, body: QuoteInput, auth: AuthKind) =>
  client.call(paymentOptions, { body, auth })

export const callVerifyPayment = (client: Client, query: { paymentId?: string; orderId?: string }, auth: AuthKind) =>
  client.call(verifyPayment, { query, auth })

export const callOrder = (client: Client, orderId: string, auth: AuthKind) =>
  client.call(order, { params: { orderId }, query: {}, auth })
