/** What the content files say of a course's cohorts, and of what they cost. */
import { z } from 'zod'
import { fromDecimal } from '#domain/money.ts'
import * as field from './content-fields.ts'

const pricing = {
  amount: field.amount,
  /** Shown struck through, never charged. */
  before: field.amount.optional(),
  discount: z
    .strictObject({
      amount: field.amount,
      endsAt: field.instant.optional(),
      endsInDays: z.int().min(1).max(36_500).optional(),
    })
    .refine((discount) => !discount.endsAt || discount.endsInDays === undefined, 'ends twice')
    .optional(),
  deposit: field.amount.optional(),
}

export const Price = z
  .strictObject({ currency: field.currency, ...pricing, subtext: field.text, discountText: field.words.default('') })
  .superRefine((price, context) => checkAmounts(price, price.currency, context))

/** In the course's currency. */
const Offer = z
  .strictObject({
    /** The cohort's own code when left out. */
    code: field.longCode.optional(),
    ...pricing,
    expiresAt: field.instant.optional(),
    expiresInDays: field.days.optional(),
  })
  .refine((offer) => !offer.expiresAt || offer.expiresInDays === undefined, 'expires twice')
export type OfferForm = z.output<typeof Offer>

const Pro = z.strictObject({ week: z.int().min(1).max(520), on: field.weekday, at: field.clock.optional() })
/** One meeting told by itself, where a cohort keeps no rule. */
const Session = z.strictObject({ item: field.slug, at: field.wallTime, minutes: field.minutes.optional() })

export const Cohort = z
  .strictObject({
    code: field.longCode.optional(),
    name: field.words.default(''),
    state: z.enum(['announced', 'open', 'cancelled']),
    seats: field.whole.min(1).nullable().default(null),
    zone: field.zone,
    /** When it starts, when left out. */
    enrolClosesAt: field.instant.optional(),
    startsOn: field.day.optional(),
    startsInDays: field.days.optional(),
    on: z.array(field.weekday).min(1).max(7).optional(),
    at: field.clock.optional(),
    pro: z.record(field.slug, Pro).default({}),
    sessions: z.array(Session).min(1).optional(),
    offers: z.array(Offer).min(1).optional(),
  })
  .superRefine((cohort, context) => {
    const fault = (message: string, path: string[] = []) => context.addIssue({ code: 'custom', path, message })
    const isByRule = cohort.on !== undefined || cohort.at !== undefined
    if (isByRule && (cohort.on === undefined || cohort.at === undefined)) fault('needs both `on` and `at`, or neither')
    if (cohort.startsOn && cohort.startsInDays !== undefined) fault('has both `startsOn` and `startsInDays`')
    if (cohort.sessions && (isByRule || cohort.startsOn || cohort.startsInDays !== undefined))
      fault('has dates by a rule too', ['sessions'])
    if (isByRule && !cohort.startsOn && cohort.startsInDays === undefined) fault('needs `startsOn` or `startsInDays`')
    if (!isByRule && (cohort.startsOn || cohort.startsInDays !== undefined))
      fault('begins, but needs `on` and `at` too')
    if (!isByRule && Object.keys(cohort.pro).length > 0) fault('needs `on` and `at` beside them', ['pro'])
    if (cohort.startsInDays === undefined && isByRule && !cohort.code) fault('needs its `code`')
    if (
      cohort.startsOn &&
      field.isDate(cohort.startsOn) &&
      cohort.on &&
      field.WEEKDAYS[dayOfWeek(cohort.startsOn) - 1] !== cohort.on[0]
    )
      fault(`is no ${cohort.on[0]}, the first of \`on\``, ['startsOn'])
  })
export type CohortForm = z.output<typeof Cohort>

type Amounts = { amount: string; before?: string | undefined; deposit?: string | undefined } & {
  discount?: { amount: string } | undefined
}

/** The amounts of a price or an offer: of its currency, more than nothing, and the lower one lower. */
export function checkAmounts(price: Amounts, currency: string, context: Pick<z.RefinementCtx, 'addIssue'>): void {
  const fault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
  const minor = (path: string[], text: string | undefined) => {
    try {
      return text === undefined ? null : fromDecimal(text, currency).minor
    } catch {
      fault(path, `is not an amount of ${currency}`)
      return null
    }
  }
  const list = minor(['amount'], price.amount)
  const lower = minor(['discount', 'amount'], price.discount?.amount)
  if (list !== null && lower !== null && lower >= list) fault(['discount'], 'is not lower than the price')
  if (minor(['before'], price.before) === 0) fault(['before'], 'is nothing')
  if (minor(['deposit'], price.deposit) === 0) fault(['deposit'], 'is nothing')
}

function dayOfWeek(day: string): number {
  return Temporal.PlainDate.from(day).dayOfWeek
}
