/** The shape of the files in `content/`: what a course needs before it can be shown and sold. Specification §3. */
import { z } from 'zod'
import { isReserved } from '#domain/site-addresses.ts'
import { Cohort, checkAmounts, Price } from './cohort-schema.ts'
import { amount, currency, instant, minutes, prefixCode, slug, text, whole } from './content-fields.ts'
import { DeliveryType, Kind } from './wire.ts'

const isFree = (path: string) => !isReserved(path)
const page = z
  .string()
  .regex(/^(\/[a-z0-9]+(-[a-z0-9]+)*){1,2}$/, 'is a path of one or two parts')
  .refine(isFree, 'is an address of the site itself')

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

/** What came of it: works with a picture drawn for each, and people in their own words. */
const Made = z.strictObject({
  /** Of what and from when they are. */
  note: text,
  works: z
    .array(
      z.strictObject({
        title: text,
        by: text,
        /** As it is read on the picture: "2:48". */
        length: text.optional(),
        hue: z.enum(HUES),
        motif: z.enum(MOTIFS),
        seed: text,
      }),
    )
    .length(3, 'are not three'),
  stories: z
    .array(z.strictObject({ quote: text, name: text, about: text }))
    .max(2, 'are more than two')
    .default([]),
})

export const Terms = z.array(z.strictObject({ until: text, terms: text }))

export const CourseFile = z
  .strictObject({
    code: prefixCode,
    position: whole,
    kind: Kind,
    delivery: DeliveryType,
    /** False: sold and shown at its page, but on no list. */
    listed: z.boolean().default(true),
    /** Since when it is closed for good. */
    withdrawnAt: instant.optional(),
    creators: z.array(slug).min(1),
    pages: z.array(page).min(1),
    /** Other courses that stand beside it on a page by its subject. */
    compareWith: z.array(prefixCode).max(3).default([]),
    title: text,
    sectionTitle: text,
    subtitle: text,
    promise: text,
    duration: text,
    classTime: text,
    videoTime: text,
    /** Whom it suits, in a few words. */
    level: text.optional(),
    studentCount: whole.min(0),
    price: Price,
    images: Images,
    facts: z.array(z.strictObject({ label: text, value: text })).min(1),
    benefits: z.array(text).min(3),
    bring: z.array(text).default([]),
    curriculum: z.array(Group).min(1),
    proSessions: z.array(ProItem).default([]),
    questions: z.array(z.strictObject({ question: text, answer: text })).min(1),
    made: Made.optional(),
    markets: z.array(Market).default([]),
    cohorts: z.array(Cohort).min(1),
  })
  .superRefine((course, context) => {
    const fault: Fault = (path, message) => context.addIssue({ code: 'custom', path: [...path], message })
    checkTwice(course, fault)
    for (const [index, cohort] of course.cohorts.entries()) {
      checkCohort(course, cohort, (path, message) => fault(['cohorts', index, ...path], message))
      for (const [number, offer] of (cohort.offers ?? []).entries()) {
        const path = ['cohorts', index, 'offers', number]
        checkAmounts(offer, course.price.currency, {
          addIssue: (issue) =>
            typeof issue === 'string'
              ? fault(path, issue)
              : fault([...path, ...(issue.path ?? [])], issue.message ?? 'is wrong'),
        })
      }
    }
    if (course.delivery === 'on-demand' && course.cohorts.length > 1)
      fault(['cohorts'], 'is more than one cohort on demand')
  })
export type CourseFile = z.output<typeof CourseFile>

export const CreatorsFile = z
  .array(
    z.strictObject({
      slug: slug.refine(isFree, 'is an address of the site itself'),
      name: text,
      initials: text.max(3),
      quote: text.nullable().default(null),
      biography: z.array(text).min(1),
    }),
  )
  .min(1)
export type CreatorForm = z.output<typeof CreatorsFile>[number]

export const RefundTermsFile = z.strictObject({ live: Terms.min(1), 'on-demand': Terms.min(1) })
export type RefundTerms = z.output<typeof RefundTermsFile>

export const PromoCodesFile = z.array(
  z
    .strictObject({
      code: z.string().regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/, 'is capital letters, digits and hyphens'),
      label: text,
      percentOff: z.int().min(1).max(100).optional(),
      amountOff: amount.optional(),
      currency: currency.default('USD'),
      minSeats: z.int().min(1).max(10).default(1),
      /** Prefix or course codes. */
      courses: z.array(text).min(1).optional(),
      /** Offer codes. */
      offers: z.array(text).min(1).optional(),
      startsAt: instant.optional(),
      endsAt: instant.optional(),
      endsInDays: z.int().min(1).max(36_500).optional(),
      useLimit: whole.min(1).optional(),
    })
    .superRefine((form, context) => {
      const fault = (message: string) => context.addIssue({ code: 'custom', message })
      if ((form.percentOff === undefined) === (form.amountOff === undefined))
        fault('has one of percentOff and amountOff')
      if (form.courses && form.offers) fault('has one of courses and offers')
      if (form.endsAt && form.endsInDays !== undefined) fault('ends twice')
      if (form.amountOff !== undefined) checkAmounts({ amount: form.amountOff }, form.currency, context)
      if (form.amountOff !== undefined && Number(form.amountOff) === 0) fault('takes nothing off')
    }),
)
export type PromoCodeForm = z.output<typeof PromoCodesFile>[number]

type Path = readonly PropertyKey[]
type Fault = (path: Path, message: string) => void
type Course = Pick<
  z.output<typeof CourseFile>,
  'code' | 'delivery' | 'creators' | 'compareWith' | 'markets' | 'curriculum' | 'proSessions'
>

function checkTwice(course: Course, fault: Fault): void {
  const { code, creators, compareWith, markets, curriculum, proSessions } = course
  const once = (entries: readonly (readonly [path: Path, name: string])[]) => {
    const seen = new Set<string>()
    for (const [path, name] of entries) {
      if (seen.has(name)) fault(path, `\`${name}\` stands here twice`)
      seen.add(name)
    }
  }
  once(creators.map((creator, index) => [['creators', index], creator]))
  once([[['code'], code], ...compareWith.map((other, index) => [['compareWith', index], other] as const)])
  once(markets.map(({ country }, index) => [['markets', index], country]))
  once([
    ...curriculum.flatMap(({ items }, group) =>
      items.map(({ id }, item) => [['curriculum', group, 'items', item, 'id'], id] as const),
    ),
    ...proSessions.map(({ id }, item) => [['proSessions', item, 'id'], id] as const),
  ])
}

function checkCohort(course: Course, cohort: z.output<typeof Cohort>, fault: Fault): void {
  const pro = new Set(course.proSessions.map((item) => item.id))
  const taught = new Set(course.curriculum.flatMap((group) => group.items.map((item) => item.id)))
  const isDated = cohort.on !== undefined || cohort.at !== undefined || cohort.sessions !== undefined
  if (course.delivery === 'on-demand') {
    if (cohort.on) fault(['on'], 'has dates, but is on demand')
    if (cohort.sessions) fault(['sessions'], 'has dates, but is on demand')
    if (cohort.code) fault(['code'], 'has the code of its course, being on demand')
    return
  }
  if (cohort.startsInDays === undefined && !cohort.code) fault([], 'needs its `code`')
  if (cohort.code && !cohort.code.startsWith(`${course.code}-`)) fault(['code'], `does not begin with ${course.code}-`)
  if (cohort.state === 'open' && !isDated) fault([], 'is open without dates')
  for (const id of Object.keys(cohort.pro)) if (!pro.has(id)) fault(['pro', id], 'is no pro session')
  const seen = new Set<string>()
  for (const [index, { item }] of (cohort.sessions ?? []).entries()) {
    if (!taught.has(item) && !pro.has(item)) fault(['sessions', index, 'item'], `\`${item}\` is not in the curriculum`)
    if (seen.has(item)) fault(['sessions', index, 'item'], `\`${item}\` stands here twice`)
    seen.add(item)
  }
}
