/** How a payment and an order stand, to whoever may know. Contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Instant, MoneyWire } from '#http/schemas.ts'

const PaymentStatus = z.enum(['pending', 'complete', 'failed'])
export const FailureCode = z.enum([
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'challenge_refused',
  'SOLD_OUT_REFUNDED',
  'ALREADY_ENROLLED_REFUNDED',
  'ORDER_CLOSED_REFUNDED',
])

export const verifyPayment = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'verify-payment',
  priority: 'high',
  summary: 'How a payment stands, as the provider tells it; nothing the browser passes is believed',
  actor: 'order-holder',
  query: z.object({ paymentId: z.uuid().optional(), orderId: z.uuid().optional(), vt: z.string().max(100).optional() }),
  answers: {
    200: z.object({
      status: PaymentStatus,
      data: z.object({
        orderId: z.string(),
        paymentId: z.string(),
        courseCode: z.string(),
        paymentType: z.enum(['full', 'deposit']),
        amountPaid: MoneyWire,
        amountDue: MoneyWire,
        refunded: MoneyWire,
        enrolmentIds: z.array(z.string()),
        failureCode: FailureCode.optional(),
        retryAfterMs: z.number().optional(),
        /** Where the bank's question is answered, while it asks one. */
        nextAction: z.object({ redirectUrl: z.string().nullable() }).optional(),
        /** No card has come to the provider so far, so nothing can be charged before one does. */
        awaitsCard: z.literal(true).optional(),
      }),
    }),
  },
  refusals: ['FIELD_INVALID', 'ORDER_NOT_FOUND'],
})

export const OrderView = z.object({
  orderId: z.string(),
  /** What a person reads aloud: `U-` and a number. */
  orderNumber: z.string(),
  status: PaymentStatus,
  placedAt: Instant,
  paymentType: z.enum(['full', 'deposit']),
  /** The code that lowered the price. */
  promoCode: z.string().nullable(),
  courseCode: z.string(),
  coursePrefixCode: z.string(),
  offerCode: z.string(),
  lines: z.array(
    z.object({
      lineId: z.string(),
      kind: z.enum(['seats', 'gift-card']),
      label: z.string(),
      /** One line for each seat, counted from 1. */
      seat: z.number(),
      amount: MoneyWire,
      /** Sent back, or on its way. */
      refunded: MoneyWire,
      /** Held until it is paid, taken, or given back; null where there is no seat, as for a gift card. */
      seatStatus: z.enum(['held', 'unconfirmed', 'active', 'ended']).nullable(),
    }),
  ),
  totals: z.object({
    subtotal: MoneyWire,
    discount: MoneyWire,
    total: MoneyWire,
    paid: MoneyWire,
    /** Gift card and credit that an unpaid order has in hand. */
    held: MoneyWire,
    dueNow: MoneyWire,
    /** All that is left to pay: what is due now, and what the schedule says. */
    due: MoneyWire,
    /** What went back. */
    refunded: MoneyWire,
    /** What is still to go back. */
    refunding: MoneyWire,
    /** What is left of the money that came, once all refunds have arrived. */
    afterRefunds: MoneyWire,
  }),
  payments: z.array(
    z.object({
      paymentId: z.string(),
      method: z.enum(['card', 'gift-card', 'credit', 'none']),
      /** The order as it was placed, or the balance that was left. */
      purpose: z.enum(['purchase', 'balance']),
      status: PaymentStatus,
      amount: MoneyWire,
      refunded: MoneyWire,
      failureCode: FailureCode.nullable(),
      /** What the provider tells of the card, such as "Visa" and "4242". */
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
      at: Instant,
    }),
  ),
  /** Each amount that goes back, and where to; the oldest first. */
  refunds: z.array(
    z.object({
      refundId: z.string(),
      paymentId: z.string(),
      method: z.enum(['card', 'gift-card', 'credit']),
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
      amount: MoneyWire,
      /** Delayed: it came back from the bank, and we are looking into it. */
      status: z.enum(['on-its-way', 'sent', 'delayed']),
      at: Instant,
    }),
  ),
  /** The dates that were bought are cancelled; the reason is the admin's, for the buyers. */
  cancellation: z.object({ at: Instant, reason: z.string().nullable() }).nullable(),
  schedule: z.array(z.object({ dueAt: Instant, amount: MoneyWire })),
  /** The seats of a group that are for friends. Who they are is not told to a checkout token. */
  friends: z.array(
    z.object({
      seat: z.number(),
      status: z.enum(['unnamed', 'invited', 'accepted', 'ended']),
      email: z.string().optional(),
      name: z.string().nullable().optional(),
    }),
  ),
  holdExpiresAt: Instant.nullable(),
  receiptUrl: z.string(),
  /** A PDF of the payment host, by the same credential; null until there is one. */
  invoiceUrl: z.string().nullable(),
  /** Null where nothing takes place for this order: no dates, dates that were cancelled, or no seat any more. */
  calendarUrl: z.string().nullable(),
  /** Until then the mailed link opens the place, and after it the place goes back; null where nothing waits. */
  confirmBy: Instant.nullable(),
  /** What was bought for whom, where the order is a gift card's. Its address and message are not told to a checkout token. */
  gift: z
    .object({
      recipient: z.object({ name: z.string(), email: z.string().optional() }),
      message: z.string().optional(),
      amount: MoneyWire,
      sendAt: Instant,
      status: z.enum(['scheduled', 'sent', 'cancelled']),
    })
    .nullable(),
  /** What banks dispute of its payments. `open`: seats and gift card are frozen. `lost`: they have ended. */
  disputed: z.object({ status: z.enum(['open', 'lost']), amount: MoneyWire }).nullable(),
  /** The buyer's own details; absent for a checkout token. */
  buyer: z.object({ name: z.string(), email: z.string(), phoneNumber: z.string().nullable() }).optional(),
})
export type OrderView = z.infer<typeof OrderView>

export const order = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'orders/:orderId',
  priority: 'high',
  summary: 'One order with its lines, payments and totals',
  actor: 'order-holder',
  params: z.object({ orderId: z.uuid() }),
  query: z.object({ vt: z.string().max(100).optional() }),
  answers: { 200: z.object({ data: OrderView }) },
  refusals: ['ORDER_NOT_FOUND'],
})
