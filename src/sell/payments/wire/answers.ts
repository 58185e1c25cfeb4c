/** How a call that pays is answered. docs/contract §5. */
import { z } from 'zod'
import { Instant } from '#http/schemas.ts'

const Ids = z.object({
  orderId: z.string(),
  paymentId: z.string(),
  checkoutToken: z.string(),
  /** Null where a balance or a gift card is paid. */
  holdExpiresAt: Instant.nullable(),
})
const PlacedByCard = Ids.extend({ clientSecret: z.string(), provider: z.enum(['sandbox', 'stripe']) })
/** `approvalUrl`: PayPal's page, on which the buyer approves the payment. */
const PlacedByPaypal = Ids.extend({ paypalOrderId: z.string(), approvalUrl: z.string() })
export type Placed = z.output<typeof PlacedByCard>
export type PlacedByPaypal = z.output<typeof PlacedByPaypal>

export const CardPaymentOpened = z.object({ status: z.literal('pending'), data: PlacedByCard })
export const PaypalPaymentOpened = z.object({ status: z.literal('pending'), data: PlacedByPaypal })
/** By the method of the request. */
export const PaymentOpened = z.object({ status: z.literal('pending'), data: z.union([PlacedByCard, PlacedByPaypal]) })

export const PaidByGiftCardAnswer = z.object({
  status: z.literal('complete'),
  data: z.object({
    orderId: z.string(),
    paymentId: z.string(),
    checkoutToken: z.string(),
    enrolmentIds: z.array(z.string()),
  }),
})
export type PaidByGiftCard = z.output<typeof PaidByGiftCardAnswer>['data']
