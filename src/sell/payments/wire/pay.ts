/** Paying what is due of an order that is there already. docs/contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { TypedCode } from '#sell/orders/wire/fields.ts'
import { PaidByGiftCardAnswer, PaymentOpened } from './answers.ts'

export const payOrder = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'orders/:orderId/pay',
  priority: 'high',
  summary: 'Pay what is due of an order: another try, or the balance of a deposit',
  actor: 'order-holder',
  params: z.object({ orderId: z.uuid() }),
  query: z.object({ vt: z.string().max(100).optional() }),
  body: z.object({
    paymentMethod: z.enum(['card', 'gift-card', 'paypal']),
    /** One that covers all that is due. */
    giftCardCode: TypedCode.optional(),
  }),
  answers: { 200: z.union([PaymentOpened, PaidByGiftCardAnswer]) },
  refusals: [
    'FIELD_INVALID',
    'ORDER_NOT_FOUND',
    'ORDER_CLOSED',
    'DISPUTE_OPEN',
    'PAYMENT_IN_HAND',
    'PROVIDER_NOT_CONFIGURED',
    'PAYMENT_REQUIRED',
    'METHOD_NOT_AVAILABLE',
    'GIFT_CARD_INVALID',
    'GIFT_CARD_FROZEN',
    'SEATS_TAKEN',
    'ALREADY_ENROLLED',
    'RATE_LIMITED',
    'ATTEMPTS_LIMITED',
  ],
})
