/** The endpoints of promo codes, as creators and admins make and end them. docs/contract §39. */
import { z } from 'zod'
import { plainLine } from '#domain/typed-text.ts'
import { endpoint } from '#http/endpoint.ts'
import { Code, Instant, MoneyWire, TimeZone } from '#http/schemas.ts'

const COURSE = ['COURSE_NOT_FOUND', 'ROLE_NEEDED', 'TOKEN_REQUIRED', 'TOKEN_INVALID'] as const
const CourseParams = z.object({ course: z.string().max(64) })

const PromoCodeView = z
  .object({
    code: z.string(),
    /** For whom it is. Buyers do not see it, and creators of some of its courses do not. */
    note: z.string(),
    percentOff: z.number().nullable(),
    /** Taken off once for each order. */
    amountOff: MoneyWire.nullable(),
    /** The codes are those of courses or cohorts, or of offers. Empty for the whole site. */
    scope: z.enum(['all', 'courses', 'offers']),
    codes: z.array(z.string()),
    mayEnd: z.boolean(),
    minSeats: z.number(),
    startsAt: Instant.nullable(),
    endsAt: Instant.nullable(),
    /** Null: no limit. */
    useLimit: z.number().nullable(),
    perPerson: z.number().nullable(),
    /** Orders that are open or complete with the code, of all courses. */
    uses: z.number(),
    /** Those of this course. */
    courseUses: z.number(),
    /** What is kept of the payments of this course's orders with the code, by currency. */
    revenue: z.array(MoneyWire),
    state: z.enum(['active', 'planned', 'used-up', 'ended']),
  })
  .meta({ id: 'PromoCodeView' })
export type PromoCodeView = z.infer<typeof PromoCodeView>

/** `next`: the cursor of the next page. Null: no more. `isSiteWide`: whether the list has codes of the whole site, which the person may make. */
const PromoCodeList = z.object({ codes: z.array(PromoCodeView), next: z.string().nullable(), isSiteWide: z.boolean() })
export type PromoCodeList = z.infer<typeof PromoCodeList>

const LocalTime = z.string().regex(/^2\d{3}-\d\d-\d\dT\d\d:\d\d$/, { error: 'Please choose a day and a time' })
const Limit = z.int({ error: 'Please enter a whole number' }).min(1, { error: 'Please enter 1 or more' })

const NewPromoCode = z.object({
  code: Code.pipe(
    z
      .string()
      .regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/, { error: 'Please use letters, digits and hyphens' })
      .min(3, {
        error: 'Please use at least 3 characters',
      }),
  ),
  note: z
    .string()
    .transform(plainLine)
    .pipe(z.string().max(120, { error: 'Please use at most 120 characters' }))
    .default(''),
  off: z.union([
    z.object({
      percent: z
        .int({ error: 'Please enter a whole number' })
        .min(1, { error: 'Please enter 1 to 100' })
        .max(100, { error: 'Please enter 1 to 100' }),
    }),
    z.object({
      /** In US dollars: `20`, `20.50`. */
      amount: z
        .string()
        .trim()
        .regex(/^\d{1,6}(\.\d{1,2})?$/, { error: 'Please enter an amount such as 20 or 20.50' })
        .refine((amount) => Number(amount) > 0, { error: 'Please enter more than 0' }),
    }),
  ]),
  /** Codes of courses and cohorts. Null: every course of the site, which is for admins. */
  codes: z.array(z.string().max(64)).min(1, { error: 'Please choose at least one' }).max(50).nullable(),
  /** Of the two times. */
  timezoneId: TimeZone,
  startsAtLocal: LocalTime.nullable().default(null),
  endsAtLocal: LocalTime.nullable().default(null),
  useLimit: Limit.max(1_000_000, { error: 'Please enter at most 1,000,000' }).nullable().default(null),
  perPerson: Limit.max(1000, { error: 'Please enter at most 1,000' }).nullable().default(null),
  minSeats: Limit.max(10, { error: 'An order has 10 seats at most' }).default(1),
})
export type NewPromoCode = z.output<typeof NewPromoCode>

export const listPromoCodes = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'studio/courses/:course/codes',
  summary: 'The promo codes of a course, newest first, with their uses and what they brought',
  actor: 'person',
  params: CourseParams,
  query: z.object({ after: z.string().max(200).optional() }),
  answers: { 200: z.object({ data: PromoCodeList }) },
  refusals: ['FIELD_INVALID', ...COURSE],
})

export const createPromoCode = endpoint({
  host: 'static-data',
  method: 'POST',
  path: 'studio/courses/:course/codes',
  summary: 'Make a promo code. It can be used at once, or from its start',
  actor: 'person',
  idempotent: true,
  params: CourseParams,
  body: NewPromoCode,
  answers: { 200: z.object({ data: z.object({ code: z.string() }) }) },
  refusals: ['CODE_TAKEN', 'FIELD_INVALID', ...COURSE],
})

export const endPromoCode = endpoint({
  host: 'static-data',
  method: 'DELETE',
  path: 'studio/courses/:course/codes/:code',
  summary: 'End a promo code. Prices that buyers have in hand keep it',
  actor: 'person',
  params: CourseParams.extend({ code: Code }),
  answers: { 204: z.undefined() },
  refusals: ['PROMO_NOT_FOUND', ...COURSE],
})
