/** How a call that pays is answered. docs/contract.md §5. */
import { z } from 'zod'
import { Instant } from '#http/schemas.ts'

export const CardPaymentOpened = z.object({
  status: z.literal('pending'),
  data: z.object({
    orderId: z.string(),
    paymentId: z.string(),
    checkoutToken: z.string(),
    clientSecret: z.string(),
    provider: z.enum(['sandbox', 'stripe']),
    /** Null where a balance is paid: the seats are taken already. */
    holdExpiresAt: Instant.nullable(),
  }),
})
export type Placed = z.output<typeof CardPaymentOpened>['data']

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
