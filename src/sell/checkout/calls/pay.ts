/** The calls that place and pay an order, as the browser makes them. */

import type { AuthKind, Client } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import { payOrder } from '#sell/payments/wire/pay.ts'
import { purchaseGiftCard } from '../wire/gift-card.ts'
import { payByPaypal } from '../wire/paypal.ts'
import { type CheckoutBody, payByCard, payByGiftCard } from '../wire.ts'

export const callPayByCard = (client: Client, body: CheckoutBody, auth: AuthKind, idempotencyKey: string) =>
  client.call(payByCard, { body, auth, idempotencyKey })

/** With the fields of docs/specification.md §7, where a promo code is `discount`. */
export const callPayByPaypal = (
  client: Client,
  { promoCode, ...order }: CheckoutBody,
  auth: AuthKind,
  idempotencyKey: string,
) => {
  const body = { ...order, currency: 'USD', paymentMode: 'paypal', ...(promoCode && { discount: promoCode }) } as const
  return client.call(payByPaypal, { body, auth, idempotencyKey })
}

export const callPayByGiftCard = (client: Client, body: CheckoutBody, auth: AuthKind, idempotencyKey: string) =>
  client.call(payByGiftCard, { body, auth, idempotencyKey })

export const callPurchaseGiftCard = (
  client: Client,
  body: RequestBody<typeof purchaseGiftCard>,
  auth: AuthKind,
  idempotencyKey: string,
) => client.call(purchaseGiftCard, { body, auth, idempotencyKey })

export const callPayOrder = (client: Client, orderId: string, body: RequestBody<typeof payOrder>, auth: AuthKind) =>
  client.call(payOrder, { params: { orderId }, query: {}, body, auth })
