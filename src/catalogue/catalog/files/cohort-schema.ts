/** The schema of cohorts and prices in the content files. */
import { z } from 'zod'
import { fromDecimal } from '#domain/money/money.ts'
import * as field from './content-fields.ts'
import { fileName, MediaSchema } from './lesson-schema.ts'

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
    .refine((discount) => !discount.endsAt || discount.endsInDays === undefined, 'has both `endsAt` and `endsInDays`')
    .optional(),
  deposit: field.amount.optional(),
}

export const PriceSchema = z
  .strictObject({
    currency: field.currency,
    ...pricing,
    subtext: field.printableText.default(''),
    discountText: field.printableText.default(''),
  })
  .superRefine((price, context) => checkAmounts(price, price.currency, context))

/** In the currency of the course. */
const OfferSchema = z
  .strictObject({
    /** Defaults to the code of the cohort. */
    code: field.cohortOrOfferCode.optional(),
    /** Only teachers see it. */
    name: field.printableText.max(60, 'is longer than 60 characters').default(''),
    ...pricing,
    expiresAt: field.instant.optional(),
    expiresInDays: field.days.optional(),
  })
  .refine((offer) => !offer.expiresAt || offer.expiresInDays === undefined, 'has both `expiresAt` and `expiresInDays`')
export type OfferInput = z.output<typeof OfferSchema>

const ProSessionSchema = z.strictObject({
  week: z.int().min(1).max(520),
  on: field.weekday,
  at: field.clock.optional(),
})
/** One session with its own time, for a cohort without a rule. */
const SessionSchema = z.strictObject({ item: field.slug, at: field.wallTime, minutes: field.minutes.optional() })

/** Texts and media after a session, by the id of its item. `recap` names a Markdown file. */
const RecordingSchema = z
  .strictObject({ recap: fileName.optional(), media: MediaSchema.optional() })
  .refine(({ recap, media }) => recap !== undefined || media !== undefined, 'needs `recap` or `media`')

export const CohortSchema = z
  .strictObject({
    code: field.cohortOrOfferCode.optional(),
    name: field.printableText.default(''),
    state: z.enum(['announced', 'open', 'cancelled']),
    seats: field.integer.min(1).nullable().default(null),
    zone: field.zone,
    /** Defaults to the start of the cohort. */
    enrolClosesAt: field.instant.optional(),
    startsOn: field.day.optional(),
    startsInDays: field.days.optional(),
    on: z.array(field.weekday).min(1).max(7).optional(),
    at: field.clock.optional(),
    pro: z.record(field.slug, ProSessionSchema).default({}),
    sessions: z.array(SessionSchema).min(1).optional(),
    recordings: z.record(field.slug, RecordingSchema).default({}),
    offers: z.array(OfferSchema).min(1).max(20, 'a cohort can have 20 offers').optional(),
  })
  .superRefine((cohort, context) => {
    const addFault = (message: string, path: string[] = []) => context.addIssue({ code: 'custom', path, message })
    const hasRule = cohort.on !== undefined || cohort.at !== undefined
    if (hasRule && (cohort.on === undefined || cohort.at === undefined))
      addFault('needs both `on` and `at`, or neither')
    if (cohort.startsOn && cohort.startsInDays !== undefined) addFault('has both `startsOn` and `startsInDays`')
    if (cohort.sessions && (hasRule || cohort.startsOn || cohort.startsInDays !== undefined))
      addFault('cannot be combined with `on`, `at` or a start date', ['sessions'])
    if (hasRule && !cohort.startsOn && cohort.startsInDays === undefined) addFault('needs `startsOn` or `startsInDays`')
    if (!hasRule && (cohort.startsOn || cohort.startsInDays !== undefined))
      addFault('has a start date, but needs `on` and `at` too')
    if (!hasRule && Object.keys(cohort.pro).length > 0) addFault('needs `on` and `at`', ['pro'])
    if (cohort.startsInDays === undefined && hasRule && !cohort.code) addFault('needs its `code`')
    if (
      cohort.startsOn &&
      field.isDate(cohort.startsOn) &&
      cohort.on &&
      field.WEEKDAYS[dayOfWeek(cohort.startsOn) - 1] !== cohort.on[0]
    )
      addFault(`is not a ${cohort.on[0]}, the first day in \`on\``, ['startsOn'])
  })
export type CohortInput = z.output<typeof CohortSchema>

type Amounts = { amount: string; before?: string | undefined; deposit?: string | undefined } & {
  discount?: { amount: string } | undefined
}

/** Checks the amounts of a price or offer: in its currency, above zero, and the discount price below the list price. */
export function checkAmounts(price: Amounts, currency: string, context: Pick<z.RefinementCtx, 'addIssue'>): void {
  const addFault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
  const parseMinor = (path: string[], text: string | undefined) => {
    try {
      return text === undefined ? null : fromDecimal(text, currency).minor
    } catch {
      addFault(path, `is not an amount of ${currency}`)
      return null
    }
  }
  const listPrice = parseMinor(['amount'], price.amount)
  const discountPrice = parseMinor(['discount', 'amount'], price.discount?.amount)
  if (listPrice !== null && discountPrice !== null && discountPrice >= listPrice)
    addFault(['discount'], 'is not lower than the price')
  if (parseMinor(['before'], price.before) === 0) addFault(['before'], 'is zero')
  if (parseMinor(['deposit'], price.deposit) === 0) addFault(['deposit'], 'is zero')
}

function dayOfWeek(day: string): number {
  return Temporal.PlainDate.from(day).dayOfWeek
}
