/** The shape of the files in `content/`: what a course needs before it can be shown and sold. Specification §3. */
import { z } from 'zod'
import { fromDecimal } from '#domain/money.ts'
import { isTimeZone } from '#domain/schedule.ts'
import { isReserved } from '#domain/site-addresses.ts'
import { DeliveryType, Kind } from './wire.ts'

const text = z.string().trim().min(1, 'is empty')
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is lower case letters, digits and hyphens')
const isFree = (path: string) => !isReserved(path)
const page = z
  .string()
  .regex(/^(\/[a-z0-9]+(-[a-z0-9]+)*){1,2}$/, 'is a path of one or two parts')
  .refine(isFree, 'is an address of the site itself')
const minutes = z.int().min(1).max(600)
/** Major units with at most the currency's decimals: `99` or `"99.50"`. */
const amount = z.union([z.int().min(0), z.string().regex(/^\d+(\.\d{1,3})?$/, 'is an amount')]).transform(String)
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is a time such as "20:00", in quotes')
const zone = z.string().refine(isTimeZone, 'is not a known time zone')

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const weekday = z.enum(WEEKDAYS)

const Item = z.strictObject({
  id: slug,
  title: text,
  summary: text,
  minutes,
  kind: z.enum(['live', 'lesson']).optional(),
})
const Group = z.strictObject({ title: text, items: z.array(Item).min(1) })
const ProItem = z.strictObject({ id: slug, title: text, summary: text, minutes })

const HUES = ['vermilion', 'amber', 'olive', 'fern', 'teal', 'azure', 'cobalt', 'violet', 'orchid', 'rose'] as const
const MOTIFS = ['discs', 'strata', 'aperture', 'ribbons', 'signal', 'contour', 'weave'] as const

export const Images = z.strictObject({
  hue: z.enum(HUES),
  motif: z.enum(MOTIFS),
  seed: text,
  /** Which part of the picture a tall crop keeps: percent from the left. */
  focal: z.int().min(0).max(100),
})

/** What a market's own page says in place of the course's words, and people from there in theirs. */
const Market = z.strictObject({
  country: z.literal('PH', 'is not a market of this site: PH'),
  sectionTitle: text.optional(),
  promise: text.optional(),
  voices: z.array(z.strictObject({ quote: text, name: text, place: text })).default([]),
})

const Price = z
  .strictObject({
    currency: z.string().regex(/^[A-Z]{3}$/, 'is a currency code such as USD'),
    amount,
    before: amount.optional(),
    discount: z.strictObject({ amount, endsInDays: z.int().min(1).optional() }).optional(),
    deposit: amount.optional(),
    subtext: text,
    discountText: z.string().default(''),
  })
  .superRefine((price, context) => {
    const fault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    const minor = (path: string[], text: string | undefined) => {
      try {
        return text === undefined ? null : fromDecimal(text, price.currency).minor
      } catch {
        fault(path, `is not an amount of ${price.currency}`)
        return null
      }
    }
    const list = minor(['amount'], price.amount)
    const lower = minor(['discount', 'amount'], price.discount?.amount)
    if (list !== null && lower !== null && lower >= list) fault(['discount'], 'is not lower than the price')
    if (minor(['before'], price.before) === 0) fault(['before'], 'is nothing')
    if (minor(['deposit'], price.deposit) === 0) fault(['deposit'], 'is nothing')
  })

const Demo = z.strictObject({ taken: z.int().min(0).default(0), learner: z.boolean().default(false) })

const Cohort = z
  .strictObject({
    name: z.string().default(''),
    state: z.enum(['announced', 'open', 'cancelled']),
    seats: z.int().min(1).nullable().default(null),
    zone,
    startsInDays: z.int().optional(),
    on: z.array(weekday).min(1).optional(),
    at: clock.optional(),
    pro: z.record(slug, z.strictObject({ week: z.int().min(1), on: weekday, at: clock.optional() })).default({}),
    demo: Demo.default({ taken: 0, learner: false }),
  })
  .refine((cohort) => (cohort.on === undefined) === (cohort.at === undefined), 'needs both `on` and `at`, or neither')
export type CohortForm = z.output<typeof Cohort>

const Term = z.strictObject({ until: text, terms: text })

export const CourseFile = z
  .strictObject({
    code: z.string().regex(/^[A-Z0-9]{2,12}$/, 'is 2 to 12 capitals and digits'),
    position: z.int(),
    kind: Kind,
    delivery: DeliveryType,
    creators: z.array(slug).min(1),
    pages: z.array(page).min(1),
    title: text,
    sectionTitle: text,
    subtitle: text,
    promise: text,
    duration: text,
    classTime: text,
    videoTime: text,
    studentCount: z.int().min(0),
    price: Price,
    images: Images,
    benefits: z.array(text).min(3),
    bring: z.array(text).default([]),
    facts: z.array(z.strictObject({ label: text, value: text })).min(1),
    curriculum: z.array(Group).min(1),
    proSessions: z.array(ProItem).default([]),
    questions: z.array(z.strictObject({ question: text, answer: text })).min(1),
    markets: z.array(Market).default([]),
    cohorts: z.array(Cohort).min(1),
  })
  .superRefine((course, context) => {
    const fault = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    const ids = new Set<string>()
    for (const [path, id] of itemIds(course.curriculum, course.proSessions)) {
      if (ids.has(id)) fault(path, `\`${id}\` stands here twice`)
      ids.add(id)
    }
    for (const [index, { country }] of course.markets.entries())
      if (course.markets.findIndex((market) => market.country === country) < index)
        fault(['markets', index], `\`${country}\` stands here twice`)
    for (const [index, cohort] of course.cohorts.entries()) {
      if (course.delivery === 'live' && cohort.startsInDays === undefined)
        fault(['cohorts', index], 'needs `startsInDays`')
      if (course.delivery === 'on-demand' && cohort.on) fault(['cohorts', index, 'on'], 'has dates, but is on demand')
      if (course.delivery === 'live' && cohort.state === 'open' && !cohort.on && !cohort.at)
        fault(['cohorts', index], 'is open without dates')
      for (const id of Object.keys(cohort.pro)) {
        if (!course.proSessions.some((item) => item.id === id))
          fault(['cohorts', index, 'pro', id], 'is no pro session')
      }
    }
    if (course.delivery === 'on-demand' && course.cohorts.length > 1)
      fault(['cohorts'], 'is more than one run on demand')
  })
export type CourseFile = z.output<typeof CourseFile>

export const CreatorsFile = z
  .array(
    z.strictObject({
      slug: slug.refine(isFree, 'is an address of the site itself'),
      name: text,
      initials: z.string().min(1).max(3),
      quote: text.nullable().default(null),
      biography: z.array(text).min(1),
    }),
  )
  .min(1)
export type CreatorForm = z.output<typeof CreatorsFile>[number]

export const RefundTermsFile = z.strictObject({ live: z.array(Term).min(1), 'on-demand': z.array(Term).min(1) })
export type RefundTerms = z.output<typeof RefundTermsFile>

export const PromoCodesFile = z.array(
  z
    .strictObject({
      code: z.string().regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/, 'is capital letters, digits and hyphens'),
      label: text,
      percentOff: z.int().min(1).max(100).optional(),
      amountOff: amount.optional(),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, 'is a currency code such as USD')
        .default('USD'),
      minSeats: z.int().min(1).max(10).default(1),
      /** Prefix or course codes. */
      courses: z.array(text).min(1).optional(),
      endsInDays: z.int().min(1).optional(),
      useLimit: z.int().min(1).optional(),
    })
    .refine(({ percentOff, amountOff }) => (percentOff === undefined) !== (amountOff === undefined), {
      error: 'has one of percentOff and amountOff',
    }),
)
export type PromoCodeForm = z.output<typeof PromoCodesFile>[number]

type Items = readonly { id: string }[]

function itemIds(groups: readonly { items: Items }[], pro: Items): [path: (string | number)[], id: string][] {
  return [
    ...groups.flatMap((group, g) =>
      group.items.map((item, i): [(string | number)[], string] => [['curriculum', g, 'items', i, 'id'], item.id]),
    ),
    ...pro.map((item, i): [(string | number)[], string] => [['proSessions', i, 'id'], item.id]),
  ]
}
