/** Paying by PayPal. docs/contract §30. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { TypedCode } from '#sell/orders/wire/fields.ts'
import { PaypalPaymentOpened } from '#sell/payments/wire/answers.ts'
import { CheckoutBody, payByCard } from '../wire.ts'

/**
 * A checkout body with the fields of docs/specification.md §7, where a promo code is `discount`. Without a quote: the
 * minimum of §7, for a log-in.
 */
const PaypalBody = CheckoutBody.extend({
  quoteId: z.uuid().optional(),
  currency: z.literal('USD').optional(),
  paymentMode: z.literal('paypal').optional(),
  discount: TypedCode.optional(),
})
export type PaypalBody = z.output<typeof PaypalBody>

export const payByPaypal = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'sign-up-payment/paypal',
  priority: 'high',
  summary: 'Hold the seat and open a payment at PayPal, which the buyer approves there; nothing is charged yet',
  actor: 'anyone',
  idempotent: true,
  body: PaypalBody,
  answers: {
    200: PaypalPaymentOpened,
  },
  refusals: [...payByCard.refusals],
})
