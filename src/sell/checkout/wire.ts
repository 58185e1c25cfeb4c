/** The calls of the payment host. docs/contract §5. The server ignores amounts from clients. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Code, Email, PersonName, PhoneText, TimeZone, TOUCHES } from '#http/schemas.ts'
import { ClientKey, Credit, Seats, TypedCode, WaitlistToken } from '#sell/orders/wire/fields.ts'
import { CardPaymentOpened, PaidByGiftCardAnswer } from '#sell/payments/wire/answers.ts'
import { Consent } from './wire/consent.ts'

/** Name and e-mail come from the profile when there is a bearer. */
export const CheckoutBody = z.object({
  quoteId: z.uuid(),
  courseCode: Code,
  offerCode: Code.optional(),
  orderId: z.uuid().optional(),
  clientKey: ClientKey.optional(),
  paymentType: z.enum(['full', 'deposit']),
  name: PersonName.optional(),
  email: Email.optional(),
  phoneNumber: PhoneText.optional(),
  timezoneId: TimeZone.optional(),
  timezone_id: TimeZone.optional(),
  countryCode: z.string().length(2).optional(),
  seats: Seats.optional(),
  /** The friends that are named now. The buyer may name the others later. */
  friends: z
    .array(z.object({ email: Email, name: PersonName.optional() }))
    .max(9)
    .optional(),
  promoCode: TypedCode.optional(),
  giftCardCode: TypedCode.optional(),
  referralCode: TypedCode.optional(),
  credit: Credit.optional(),
  waitlistToken: WaitlistToken.optional(),
  /** Pays with this card of the logged-in person at once. It has an effect on payments by card only. */
  reusableCardId: z.uuid().optional(),
  consent: Consent.default({}),
  ...TOUCHES,
})
export type CheckoutBody = z.output<typeof CheckoutBody>

const REFUSALS = [
  'FIELD_INVALID',
  'TERMS_REQUIRED',
  'COURSE_NOT_FOUND',
  'OFFER_NOT_FOUND',
  'QUOTE_EXPIRED',
  'PRICE_CHANGED',
  'PERSON_CHANGED',
  'SEATS_TAKEN',
  'ENROLMENT_CLOSED',
  'ALREADY_ENROLLED',
  'PAYMENT_IN_HAND',
  'PROVIDER_NOT_CONFIGURED',
  'METHOD_NOT_AVAILABLE',
  'DEPOSIT_NOT_OFFERED',
  'PROMO_INVALID',
  'GIFT_CARD_INVALID',
  'GIFT_CARD_FROZEN',
  'CREDIT_SIGN_IN',
  'CREDIT_OWNER_UNCONFIRMED',
  'RATE_LIMITED',
  'ORDERS_LIMITED',
  'SITE_BUSY',
  'HOLDS_LIMITED',
  'HOLD_COOL_DOWN',
  'LAST_SEATS',
  'WHOLE_COHORT',
  'IDEMPOTENCY_KEY_REQUIRED',
  'IDEMPOTENCY_MISMATCH',
  'IDEMPOTENCY_IN_FLIGHT',
] as const

export const payByCard = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'sign-up-payment/card',
  priority: 'high',
  summary: 'Hold the seat and open a card payment; only a reusable card is charged now',
  actor: 'anyone',
  idempotent: true,
  body: CheckoutBody,
  answers: {
    200: CardPaymentOpened,
  },
  refusals: [
    ...REFUSALS,
    'ORDER_NOT_FOUND',
    'ORDER_CLOSED',
    'ATTEMPTS_LIMITED',
    'DISPUTE_OPEN',
    'SAVED_CARD_NOT_FOUND',
    'CARD_OWNER_UNCONFIRMED',
  ],
})

export const payByGiftCard = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'sign-up-payment/gift-card',
  priority: 'high',
  summary: 'Take the seats at once, where gift card and credit cover what is due now',
  actor: 'anyone',
  idempotent: true,
  body: CheckoutBody,
  answers: {
    200: PaidByGiftCardAnswer,
  },
  refusals: [...REFUSALS, 'PAYMENT_REQUIRED'],
})
