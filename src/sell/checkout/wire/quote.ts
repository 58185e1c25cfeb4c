/** The quote of a purchase and its payment options. docs/contract §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Code, CountryCode, Instant, MoneyWire, RefundFiguresWire } from '#http/schemas.ts'
import { ClientKey, Credit, Seats, Tax, TypedCode, WaitlistToken } from '#sell/orders/wire/fields.ts'

/** The amount taken off, as a positive number. */
const Line = z.object({ kind: z.enum(['seats', 'group', 'promo', 'referral']), label: z.string(), amount: MoneyWire })

export const Quote = z
  .object({
    quoteId: z.string(),
    expiresAt: Instant,
    currency: z.string(),
    seats: z.number(),
    seatsRemaining: z.number().nullable(),
    /** Full payment first, then a deposit if the offer has one. */
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
    /** The typed code. Not applied if the group discount is bigger. */
    promo: z.object({ code: z.string(), label: z.string(), isApplied: z.boolean() }).nullable(),
    /** The friend's code of the visit, or typed as a promo code. With a problem it has no effect. */
    referral: z
      .object({
        code: z.string(),
        percentOff: z.number(),
        isApplied: z.boolean(),
        problem: z.enum(['unknown', 'own', 'not-first']).nullable(),
      })
      .nullable(),
    /** The balance of the typed card before this order. */
    giftCard: z.object({ balance: MoneyWire }).nullable(),
    /** The signed-in person's credit before this order. Null without credit. */
    credit: z.object({ balance: MoneyWire }).nullable(),
    /** The tax in the total, which is the same for all options. Null: none is shown. */
    tax: Tax.nullable(),
    /** The refund rule of an order at this price. */
    refund: RefundFiguresWire,
    localPrice: MoneyWire,
    /** True if the signed-in person is enrolled already and has nothing to pay. */
    isEnrolled: z.boolean(),
  })
  .meta({ id: 'Quote' })
export type Quote = z.infer<typeof Quote>

export const paymentOptions = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'sign-up-payment-options/',
  priority: 'high',
  summary: 'The price of the seats, valid for 15 minutes; holds no seat',
  actor: 'anyone',
  body: z.object({
    courseCode: Code,
    offerCode: Code.optional(),
    seats: Seats.optional(),
    promoCode: TypedCode.optional(),
    giftCardCode: TypedCode.optional(),
    referralCode: TypedCode.optional(),
    /** The largest amount of the person's own credit to use. */
    credit: Credit.optional(),
    countryCode: CountryCode.optional(),
    waitlistToken: WaitlistToken.optional(),
    clientKey: ClientKey.optional(),
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
