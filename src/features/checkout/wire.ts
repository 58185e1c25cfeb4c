/** Taking money: the payment host's calls. Contract §5. Amounts sent by a client are ignored. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Attribution, Code, CountryCode, Email, Instant, MoneyWire, PersonName, TimeZone } from '#http/schemas.ts'

const PaymentStatus = z.enum(['pending', 'complete', 'failed'])
export const FailureCode = z.enum([
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'challenge_refused',
  'SOLD_OUT_REFUNDED',
  'ALREADY_ENROLLED_REFUNDED',
])

const Line = z.object({ kind: z.enum(['seats']), label: z.string(), amount: MoneyWire })

export const Quote = z.object({
  quoteId: z.string(),
  expiresAt: Instant,
  currency: z.string(),
  seatsRemaining: z.number().nullable(),
  options: z.array(
    z.object({
      paymentType: z.enum(['full', 'deposit']),
      paymentMethods: z.array(z.enum(['card', 'paypal', 'gift-card'])),
      lines: z.array(Line),
      subtotal: MoneyWire,
      discount: MoneyWire,
      total: MoneyWire,
      giftCardApplied: MoneyWire,
      creditApplied: MoneyWire,
      dueNow: MoneyWire,
      dueLater: z.array(z.object({ dueAt: Instant, amount: MoneyWire })),
    }),
  ),
  groupTiers: z.array(z.object({ minFriends: z.number(), percentOff: z.number() })),
  localPrice: MoneyWire,
  /** True only to the signed-in person herself: there is nothing to pay for. */
  isEnrolled: z.boolean(),
})
export type Quote = z.infer<typeof Quote>

const OneSeat = z.literal(1, { error: 'Places can be booked one at a time' }).optional()

export const paymentOptions = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'sign-up-payment-options',
  summary: 'What a place costs now, held for 15 minutes; holds no seat',
  actor: 'anyone',
  body: z.object({
    courseCode: Code,
    offerCode: Code.optional(),
    seats: OneSeat,
    promoCode: z.string().max(64).optional(),
    giftCardCode: z.string().max(64).optional(),
    countryCode: CountryCode.optional(),
  }),
  answers: { 200: z.object({ data: Quote }) },
  refusals: [
    'COURSE_NOT_FOUND',
    'OFFER_NOT_FOUND',
    'SEATS_TAKEN',
    'ENROLMENT_CLOSED',
    'PROMO_INVALID',
    'GIFT_CARD_INVALID',
  ],
})

/** Name and e-mail come from the profile when there is a bearer. */
export const CheckoutBody = z.object({
  quoteId: z.uuid(),
  courseCode: Code,
  offerCode: Code.optional(),
  orderId: z.uuid().optional(),
  paymentType: z.enum(['full', 'deposit']),
  name: PersonName.optional(),
  email: Email.optional(),
  phoneNumber: z.string().trim().max(40).optional(),
  timezoneId: TimeZone.optional(),
  timezone_id: TimeZone.optional(),
  countryCode: z.string().length(2).optional(),
  seats: OneSeat,
  promoCode: z.string().max(64).optional(),
  giftCardCode: z.string().max(64).optional(),
  consent: z.object({ terms: z.boolean().optional(), marketing: z.boolean().optional() }).default({}),
  attribution: Attribution.optional(),
})
export type CheckoutBody = z.output<typeof CheckoutBody>

export const payByCard = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'sign-up-payment/card',
  summary: 'Hold the seat and open a card payment; nothing is charged yet',
  actor: 'anyone',
  idempotent: true,
  body: CheckoutBody,
  answers: {
    200: z.object({
      status: z.literal('pending'),
      data: z.object({
        orderId: z.string(),
        paymentId: z.string(),
        checkoutToken: z.string(),
        clientSecret: z.string(),
        provider: z.enum(['sandbox']),
        holdExpiresAt: Instant,
      }),
    }),
  },
  refusals: [
    'FIELD_INVALID',
    'TERMS_REQUIRED',
    'COURSE_NOT_FOUND',
    'OFFER_NOT_FOUND',
    'ORDER_NOT_FOUND',
    'QUOTE_EXPIRED',
    'SEATS_TAKEN',
    'ENROLMENT_CLOSED',
    'ALREADY_ENROLLED',
    'PAYMENT_IN_HAND',
    'ORDER_CLOSED',
    'METHOD_NOT_AVAILABLE',
    'DEPOSIT_NOT_OFFERED',
    'PROMO_INVALID',
    'GIFT_CARD_INVALID',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_MISMATCH',
    'IDEMPOTENCY_IN_FLIGHT',
  ],
})

export type Placed = z.output<(typeof payByCard)['answers'][200]>['data']

export const verifyPayment = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'verify-payment',
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
        nextAction: z.object({ redirectUrl: z.string() }).optional(),
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
  courseCode: z.string(),
  coursePrefixCode: z.string(),
  offerCode: z.string(),
  lines: z.array(
    z.object({
      lineId: z.string(),
      kind: z.enum(['seats']),
      label: z.string(),
      /** One line for each seat, counted from 1. */
      seat: z.number(),
      amount: MoneyWire,
      refunded: MoneyWire,
    }),
  ),
  totals: z.object({
    subtotal: MoneyWire,
    discount: MoneyWire,
    total: MoneyWire,
    paid: MoneyWire,
    due: MoneyWire,
    refunded: MoneyWire,
  }),
  payments: z.array(
    z.object({
      paymentId: z.string(),
      method: z.enum(['card', 'none']),
      status: PaymentStatus,
      amount: MoneyWire,
      refunded: MoneyWire,
      failureCode: FailureCode.nullable(),
      /** What the provider tells of the card, such as "Visa" and "4242". */
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
      at: Instant,
    }),
  ),
  schedule: z.array(z.object({ dueAt: Instant, amount: MoneyWire })),
  holdExpiresAt: Instant.nullable(),
  receiptUrl: z.string(),
  /** A PDF of the payment host, by the same credential; null until there is one. */
  invoiceUrl: z.string().nullable(),
  calendarUrl: z.string().nullable(),
  /** The buyer's own details; absent for a checkout token. */
  buyer: z.object({ name: z.string(), email: z.string(), phoneNumber: z.string().nullable() }).optional(),
})
export type OrderView = z.infer<typeof OrderView>

export const order = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'orders/:orderId',
  summary: 'One order with its lines, payments and totals',
  actor: 'order-holder',
  params: z.object({ orderId: z.uuid() }),
  query: z.object({ vt: z.string().max(100).optional() }),
  answers: { 200: z.object({ data: OrderView }) },
  refusals: ['ORDER_NOT_FOUND'],
})

export const sandboxWebhook = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'webhooks/sandbox',
  summary: 'What the sandbox tells of a payment, signed; stored once by event id',
  actor: 'provider',
  answers: { 200: z.object({ received: z.literal(true) }) },
  refusals: ['SIGNATURE_INVALID', 'NOT_FOUND'],
})
