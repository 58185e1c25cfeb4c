/** The orders of a person. docs/contract §5. */
import { z } from 'zod'
import { MONEY_OUTCOMES } from '#domain/orders/money-outcome.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant, MoneyWire } from '#http/schemas.ts'
import { OrderView } from '#sell/checkout/wire/order.ts'

const PolicyRefund = z.object({
  /** For all seats that have not ended. Zero once the policy gives nothing. */
  amount: MoneyWire,
  percent: z.number(),
  /** When this percentage ends. In the past once it is 0. */
  until: Instant,
  /** It is all, because a session was moved or cancelled since the purchase. */
  isMoved: z.boolean(),
  /** The amount that is no longer due after the refund. */
  waived: MoneyWire,
  /** The payments that the refund goes back to. */
  parts: z.array(
    z.object({
      method: z.enum(['card', 'paypal', 'gift-card', 'credit', 'none']),
      amount: MoneyWire,
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
    }),
  ),
})

const Purchase = z.object({
  order: OrderView,
  /** Of the course, or "Gift card". */
  title: z.string(),
  /** Null for a gift card and for an excluded course. */
  course: z
    .object({
      deliveryType: z.enum(['live', 'on-demand']),
      poster: z.string(),
      hue: z.string(),
      startsAt: Instant.nullable(),
      endsAt: Instant.nullable(),
      timezoneId: z.string(),
    })
    .nullable(),
  /** What became of the money of a complete order. */
  outcome: z.enum(MONEY_OUTCOMES).nullable(),
  /** Null where the policy does not decide: an unpaid, free, cancelled, disputed or ended order, a delivered gift card. */
  refund: PolicyRefund.nullable(),
})
export type Purchase = z.infer<typeof Purchase>

export const listOwnPurchases = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'purchases',
  summary: 'The orders of the logged-in person, the newest first, 10 at a time',
  actor: 'learner',
  query: z.object({ after: z.uuid().optional() }),
  answers: {
    200: z.object({
      data: z.object({
        purchases: z.array(Purchase),
        /** The value of `after` for the next page; null on the last page. */
        next: z.string().nullable(),
      }),
    }),
  },
  refusals: ['FIELD_INVALID', 'TOKEN_REQUIRED', 'TOKEN_INVALID'],
})
