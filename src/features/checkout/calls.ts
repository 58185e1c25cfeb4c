/** The payment host's calls, as the browser makes them. */

import type { z } from 'zod'
import type { Client, Credential } from '#http/client.ts'
import type { nameAFriend } from './wire/friends.ts'
import type { purchaseGiftCard } from './wire/gift-card.ts'
import type { invoice } from './wire/invoice.ts'
import type { order, verifyPayment } from './wire/order.ts'
import type { payOrder } from './wire/pay.ts'
import type { paymentOptions } from './wire/quote.ts'
import type { CheckoutBody, payByCard, payByGiftCard } from './wire.ts'

type Asked = {
  courseCode: string
  offerCode?: string
  seats?: number
  promoCode?: string
  giftCardCode?: string
  countryCode?: string
}

export const callPaymentOptions = (client: Client, body: Asked, auth: Credential) =>
  client.call<typeof paymentOptions>(
    { host: 'payment', method: 'POST', path: 'sign-up-payment-options' },
    { body, auth },
  )

export const callPayByCard = (client: Client, body: CheckoutBody, auth: Credential, idempotencyKey: string) =>
  client.call<typeof payByCard>(
    { host: 'payment', method: 'POST', path: 'sign-up-payment/card' },
    { body, auth, idempotencyKey },
  )

export const callPayByGiftCard = (client: Client, body: CheckoutBody, auth: Credential, idempotencyKey: string) =>
  client.call<typeof payByGiftCard>(
    { host: 'payment', method: 'POST', path: 'sign-up-payment/gift-card' },
    { body, auth, idempotencyKey },
  )

export const callPurchaseGiftCard = (
  client: Client,
  body: z.input<typeof purchaseGiftCard.body>,
  auth: Credential,
  idempotencyKey: string,
) =>
  client.call<typeof purchaseGiftCard>(
    { host: 'payment', method: 'POST', path: 'gift-cards' },
    { body, auth, idempotencyKey },
  )

export const callPayOrder = (client: Client, orderId: string, body: z.input<typeof payOrder.body>, auth: Credential) =>
  client.call<typeof payOrder>(
    { host: 'payment', method: 'POST', path: 'orders/:orderId/pay' },
    { params: { orderId }, query: {}, body, auth },
  )

export const callVerifyPayment = (client: Client, query: { paymentId?: string; orderId?: string }, auth: Credential) =>
  client.call<typeof verifyPayment>({ host: 'payment', method: 'GET', path: 'verify-payment' }, { query, auth })

export const callOrder = (client: Client, orderId: string, auth: Credential) =>
  client.call<typeof order>(
    { host: 'payment', method: 'GET', path: 'orders/:orderId' },
    { params: { orderId }, query: {}, auth },
  )

export const callNameAFriend = (
  client: Client,
  orderId: string,
  body: z.input<typeof nameAFriend.body>,
  auth: Credential,
) =>
  client.call<typeof nameAFriend>(
    { host: 'payment', method: 'POST', path: 'orders/:orderId/friends' },
    { params: { orderId }, query: {}, body, auth },
  )

export const callInvoice = (client: Client, orderId: string, auth: Credential) =>
  client.call<typeof invoice>(
    { host: 'payment', method: 'GET', path: 'orders/:orderId/invoice', file: 'application/pdf' },
    { params: { orderId }, query: {}, auth },
  )
