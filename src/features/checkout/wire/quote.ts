/** What something costs now: the options and the quote that is kept. Contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Code, CountryCode, Instant, MoneyWire } from '#http/schemas.ts'

/** The amount of a discount is positive: it is what is taken off. */
const Line = z.object({ kind: z.enum(['seats', 'group', 'promo']), label: z.string(), amount: MoneyWire })

export const Quote = z.object({
  quoteId: z.string(),
  expiresAt: Instant,
  currency: z.string(),
  seats: z.number(),
  seatsRemaining: z.number().nullable(),
  /** The full one first; a deposit where one is offered. */
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
  /** The code that was typed. Not applied where coming with friends takes more off. */
  promo: z.object({ code: z.string(), label: z.string(), isApplied: z.boolean() }).nullable(),
  /** What is on the card that was typed, before this order. */
  giftCard: z.object({ balance: MoneyWire }).nullable(),
  localPrice: MoneyWire,
  /** True only to the signed-in person herself: there is nothing to pay for. */
  isEnrolled: z.boolean(),
})
export type Quote = z.infer<typeof Quote>

export const Seats = z.number().int().min(1).max(10)
export const TypedCode = z.string().max(64)

export const paymentOptions = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'sign-up-payment-options',
  priority: 'high',
  summary: 'What the seats cost now, held for 15 minutes; holds no seat',
  actor: 'anyone',
  body: z.object({
    courseCode: Code,
    offerCode: Code.optional(),
    seats: Seats.optional(),
    promoCode: TypedCode.optional(),
    giftCardCode: TypedCode.optional(),
    /** How much of one's own credit to use, at most. */
    credit: MoneyWire.optional(),
    countryCode: CountryCode.optional(),
  }),
  answers: { 200: z.object({ data: Quote }) },
  refusals: [
    'FIELD_INVALID',
    'COURSE_NOT_FOUND',
    'OFFER_NOT_FOUND',
    'SEATS_TAKEN',
    'ENROLMENT_CLOSED',
    'PROMO_INVALID',
    'GIFT_CARD_INVALID',
    'GIFT_CARD_FROZEN',
    'CREDIT_SIGN_IN',
    'RATE_LIMITED',
    'QUOTES_LIMITED',
    'SITE_BUSY',
  ],
})
