/** Enrolment without a payment, and its confirmation. docs/contract §4 and §5. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Code, CountryCode, Email, Instant, PersonName, PhoneText, TimeZone, TOUCHES } from '#http/schemas.ts'
import { ClientKey, WaitlistToken } from '#sell/orders/wire/fields.ts'

/** `open`: the enrolment is active. `confirm-email`: it becomes active by the mailed link. */
const Access = z.enum(['open', 'confirm-email'])

/** Name and e-mail come from the profile when there is a bearer. */
const EnrolBody = z.object({
  courseCode: Code,
  offerCode: Code.optional(),
  name: PersonName.optional(),
  email: Email.optional(),
  phoneNumber: PhoneText.optional(),
  timezoneId: TimeZone.optional(),
  timezone_id: TimeZone.optional(),
  countryCode: CountryCode.optional(),
  consent: z.object({ terms: z.boolean().optional(), marketing: z.boolean().optional() }).default({}),
  ...TOUCHES,
  clientKey: ClientKey.optional(),
})

/** The friends that are named now. The buyer may name the others later. */
const Friends = z
  .array(z.object({ name: PersonName.optional(), email: Email }))
  .max(9)
  .default([])

export const ZeroBody = EnrolBody.extend({
  seats: z.number().int().min(1).max(10).optional(),
  friends: Friends,
  quoteId: z.uuid().optional(),
  promoCode: z.string().max(64).optional(),
  giftCardCode: z.string().max(64).optional(),
  waitlistToken: WaitlistToken.optional(),
})
export type ZeroBody = z.output<typeof ZeroBody>

const Enrolled = z.object({
  enrolmentId: z.string(),
  orderId: z.string(),
  portalUrl: z.string(),
  access: Access,
  /** Lets this browser read the order. */
  checkoutToken: z.string(),
})
export type Enrolled = z.infer<typeof Enrolled>

export const enrolmentZero = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'course-enrolment-zero/',
  priority: 'high',
  summary: 'Enrol where there is nothing to pay; without a bearer the place opens by the mailed link',
  actor: 'anyone',
  idempotent: true,
  body: ZeroBody,
  answers: { 200: z.object({ status: z.literal('complete'), data: Enrolled }) },
  refusals: [
    'FIELD_INVALID',
    'TERMS_REQUIRED',
    'COURSE_NOT_FOUND',
    'OFFER_NOT_FOUND',
    'SEATS_TAKEN',
    'ENROLMENT_CLOSED',
    'ALREADY_ENROLLED',
    'PAYMENT_REQUIRED',
    'PERSON_CHANGED',
    'PROMO_INVALID',
    'GIFT_CARD_INVALID',
    'GIFT_CARD_FROZEN',
    'RATE_LIMITED',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_MISMATCH',
    'IDEMPOTENCY_IN_FLIGHT',
  ],
})

export const readConfirmation = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'confirm-enrolment/read',
  summary: 'The course whose seat an e-mailed link confirms; changes nothing',
  actor: 'anyone',
  body: z.object({ token: z.string().max(200) }),
  answers: {
    200: z.object({
      data: z.object({
        title: z.string(),
        startsAt: Instant.nullable(),
        timezoneId: z.string(),
        /** The buyer of a friend's seat, as the invitation names them. Null: another seat, or no name to show. */
        invitedBy: z.string().nullable(),
        /** The account has no password yet. */
        needsPassword: z.boolean(),
      }),
    }),
  },
  refusals: ['VERIFICATION_INVALID', 'RATE_LIMITED'],
})

export const confirmEnrolment = endpoint({
  host: 'payment',
  method: 'POST',
  path: 'confirm-enrolment',
  summary: 'Confirm an enrolment by its e-mailed link; a person without a password gets a token to set one',
  actor: 'anyone',
  body: z.object({ token: z.string().max(200) }),
  answers: {
    200: z.object({
      data: z.object({
        courseCode: z.string(),
        title: z.string(),
        startsAt: Instant.nullable(),
        timezoneId: z.string(),
        /** For reset-password, if the account has no password yet. */
        passwordToken: z.string().nullable(),
        portalUrl: z.string(),
      }),
    }),
  },
  refusals: ['VERIFICATION_INVALID', 'ENROLMENT_FROZEN', 'RATE_LIMITED'],
})

const Answers = z
  .record(z.string().max(64), z.string().max(2000))
  .refine((answers) => Object.keys(answers).length <= 20, { error: 'These are too many answers' })

export const GeneralBody = EnrolBody.omit({ offerCode: true }).extend({
  seats: z.coerce.number().int().min(1).max(10).default(1),
  friends: Friends,
  answers: Answers.default({}),
})
export type GeneralBody = z.output<typeof GeneralBody>

const General = z.object({
  outcome: z.enum(['enrolled', 'checkout', 'waitlisted', 'received']),
  orderId: z.string().optional(),
  checkoutUrl: z.string().optional(),
  portalUrl: z.string().optional(),
  access: Access.optional(),
})
export type General = z.infer<typeof General>

export const generalEnrolment = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'general-enrolment',
  summary: 'Enrol with the short form. The response says what happened: enrolled, checkout, waitlist or interest',
  actor: 'anyone',
  form: true,
  idempotent: true,
  body: GeneralBody,
  answers: { 200: z.object({ status: z.literal('success'), data: General }) },
  refusals: [
    'FIELD_INVALID',
    'TERMS_REQUIRED',
    'TIMEZONE_INVALID',
    'COURSE_NOT_FOUND',
    'SEATS_TAKEN',
    'ALREADY_ENROLLED',
    'RATE_LIMITED',
    'IDEMPOTENCY_KEY_REQUIRED',
    'IDEMPOTENCY_MISMATCH',
    'IDEMPOTENCY_IN_FLIGHT',
  ],
})

/** The id is part of an address, so the response has no personal data. */
export const readDraft = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'drafts/:draftId',
  summary: 'The course and the seats of a saved general-enrolment draft',
  actor: 'anyone',
  params: z.object({ draftId: z.uuid() }),
  answers: {
    200: z.object({ data: z.object({ courseCode: z.string(), offerCode: z.string(), seats: z.number() }) }),
  },
  refusals: ['ORDER_NOT_FOUND'],
})
