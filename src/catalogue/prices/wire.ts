/** The endpoints of the prices of a course: its offers. docs/contract §39. */
import { z } from 'zod'
import { DeliveryTypeSchema } from '#catalogue/catalog/wire.ts'
import { REFUND_POLICIES } from '#domain/orders/refund-policy.ts'
import { plainLine } from '#domain/typed-text.ts'
import { endpoint } from '#http/endpoint.ts'
import { Instant, MoneyWire } from '#http/schemas.ts'

const SIGNED_IN = ['TOKEN_REQUIRED', 'TOKEN_INVALID'] as const
const OFFER = ['OFFER_NOT_FOUND', 'COHORT_CANCELLED', 'ROLE_NEEDED', 'FIELD_INVALID', ...SIGNED_IN] as const

/** In major units of the offer's currency: `45`, `45.50`. */
const Amount = z
  .string()
  .trim()
  .regex(/^\d{1,6}(\.\d{1,2})?$/, { error: 'Please enter an amount such as 45 or 45.50' })

const OfferView = z.object({
  offerCode: z.string(),
  /** Only teachers see it. */
  name: z.string(),
  /** The list price of a seat. */
  price: MoneyWire,
  /** Shown struck through, never charged. */
  before: MoneyWire.nullable(),
  /** Charged instead of the price until it ends. `endsAt` null: it has no end. */
  early: z.object({ price: MoneyWire, endsAt: Instant.nullable() }).nullable(),
  deposit: MoneyWire.nullable(),
  /** When the offer ends, or ended. */
  expiresAt: Instant.nullable(),
  /** The prices that buyers have in hand at the checkout: they are charged, whatever is saved meanwhile. */
  quotes: z.object({ count: z.number(), until: Instant }).nullable(),
})
export type OfferView = z.infer<typeof OfferView>

const CohortPrices = z.object({
  cohortCode: z.string(),
  name: z.string(),
  /** Of `endsAtLocal`. */
  timezoneId: z.string(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  /** In the order of the pages: the first that has not ended is shown there. */
  offers: z.array(OfferView),
})
export type CohortPrices = z.infer<typeof CohortPrices>

const CoursePrices = z
  .object({
    coursePrefixCode: z.string(),
    deliveryType: DeliveryTypeSchema,
    /** The main address of the public page. Null: not published. */
    path: z.string().nullable(),
    /** For orders from now on. An order keeps the figures of its sale. */
    refundPolicy: z.enum(REFUND_POLICIES),
    /** Whether buyers who enrol with friends pay less for this course. */
    hasGroupDiscount: z.boolean(),
    /** The steps of that discount. They are a setting of the site. */
    groupTiers: z.array(z.object({ minFriends: z.number(), percentOff: z.number() })),
    cohorts: z.array(CohortPrices),
  })
  .meta({ id: 'CoursePrices' })
export type CoursePrices = z.infer<typeof CoursePrices>

const OfferChange = z.object({
  name: z
    .string()
    .transform(plainLine)
    .pipe(z.string().max(60, { error: 'Please use at most 60 characters' }))
    .optional(),
  price: Amount.optional(),
  before: Amount.nullable().optional(),
  early: z
    .object({
      price: Amount,
      /** In the zone of the cohort: `2027-01-31T23:59`. Null: no end. */
      endsAtLocal: z
        .string()
        .regex(/^2\d{3}-\d\d-\d\dT\d\d:\d\d$/, { error: 'Please choose a day and a time' })
        .nullable(),
    })
    .nullable()
    .optional(),
  deposit: Amount.nullable().optional(),
})
export type OfferChange = z.output<typeof OfferChange>

export const readPrices = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/prices',
  summary: 'The offers of a course, and the prices that buyers have in hand',
  actor: 'person',
  params: z.object({ course: z.string().max(64) }),
  answers: { 200: z.object({ data: CoursePrices }) },
  refusals: ['COURSE_NOT_FOUND', 'ROLE_NEEDED', ...SIGNED_IN],
})

export const changeRefundPolicy = endpoint({
  host: 'static-data',
  method: 'PATCH',
  path: 'studio/courses/:course/refund-policy',
  summary: 'Choose the refund rule of orders from now on. Orders and prices that buyers have in hand keep theirs',
  actor: 'person',
  params: z.object({ course: z.string().max(64) }),
  body: z.object({ policy: z.enum(REFUND_POLICIES) }),
  answers: { 204: z.undefined() },
  refusals: ['COURSE_NOT_FOUND', 'ROLE_NEEDED', 'FIELD_INVALID', ...SIGNED_IN],
})

export const changeGroupDiscount = endpoint({
  host: 'static-data',
  method: 'PATCH',
  path: 'studio/courses/:course/group-discount',
  summary: 'Choose whether people who enrol together pay less from now on. Prices that buyers have in hand stay',
  actor: 'person',
  params: z.object({ course: z.string().max(64) }),
  body: z.object({ hasGroupDiscount: z.boolean() }),
  answers: { 204: z.undefined() },
  refusals: ['COURSE_NOT_FOUND', 'ROLE_NEEDED', 'FIELD_INVALID', ...SIGNED_IN],
})

export const addOffer = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/cohorts/:cohort/offers',
  summary: 'Add an offer to a cohort. It can be bought at once',
  actor: 'person',
  idempotent: true,
  params: z.object({ cohort: z.string().max(64) }),
  body: OfferChange.required({ price: true }),
  answers: { 200: z.object({ data: z.object({ offerCode: z.string() }) }) },
  refusals: ['COHORT_NOT_FOUND', 'COHORT_CANCELLED', 'OFFERS_LIMITED', 'ROLE_NEEDED', 'FIELD_INVALID', ...SIGNED_IN],
})

export const changeOffer = endpoint({
  host: 'static-data',
  method: 'PATCH',
  path: 'studio/offers/:offer',
  summary: 'Change an offer. It counts at once, and prices that buyers have in hand are still charged',
  actor: 'person',
  params: z.object({ offer: z.string().max(64) }),
  body: OfferChange,
  answers: { 204: z.undefined() },
  refusals: [...OFFER],
})

export const endOffer = endpoint({
  host: 'static-data',
  method: 'DELETE',
  path: 'studio/offers/:offer',
  summary: 'End an offer: from now on nobody can buy it',
  actor: 'person',
  params: z.object({ offer: z.string().max(64) }),
  answers: { 204: z.undefined() },
  refusals: ['OFFER_NEEDED', ...OFFER],
})
