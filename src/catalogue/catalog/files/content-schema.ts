/** The schema of the files in `content/`: all fields of a course. */
import { z } from 'zod'
import { REFUND_POLICIES } from '#domain/orders/refund-policy.ts'
import { isReserved } from '#http/site-routes.ts'
import { COURSE_LISTS, HIDEABLE_PARTS, mapTexts } from '../wire/course-texts.ts'
import { CourseKind, DeliveryTypeSchema } from '../wire.ts'
import { CohortSchema, checkAmounts, PriceSchema } from './cohort-schema.ts'
import {
  amount,
  courseCode,
  currency,
  instant,
  integer,
  isPrintable,
  printableText,
  slug,
  textField,
} from './content-fields.ts'
import { checkLessons } from './lesson-checks.ts'
import {
  courseRules,
  fileName,
  GroupSchema,
  getLessonKind,
  MediaSchema,
  ProItemSchema,
  sha256,
} from './lesson-schema.ts'

const isNotReserved = (path: string) => !isReserved(path)
const page = z
  .string()
  .regex(/^(\/[a-z0-9]+(-[a-z0-9]+)*){1,2}$/, 'must be a path of one or two parts')
  .refine(isNotReserved, 'is reserved for the site')

const HUES = ['vermilion', 'amber', 'olive', 'fern', 'teal', 'azure', 'cobalt', 'violet', 'orchid', 'rose'] as const
const MOTIFS = ['discs', 'strata', 'aperture', 'ribbons', 'signal', 'contour', 'weave'] as const

export const ImagesSchema = z.strictObject({
  hue: z.enum(HUES),
  motif: z.enum(MOTIFS),
  seed: textField,
  /** The focus of a narrow crop: percent from the left. */
  focal: z.int().min(0).max(100),
})

/** A photo beside the course file. Without `alt` it only decorates. A narrow crop keeps the point: percent from left and top. */
const PhotoSchema = z.strictObject({
  file: fileName,
  sha256: sha256.optional(),
  alt: printableText.default(''),
  focalX: z.int().min(0).max(100).default(50),
  focalY: z.int().min(0).max(100).default(50),
})

/** Texts of a market's own page that replace the course's texts, and local testimonials. */
const MarketSchema = z.strictObject({
  country: z.literal('PH', 'is not a supported market: only PH'),
  sectionTitle: textField.optional(),
  promise: textField.optional(),
  testimonials: z.array(z.strictObject({ quote: textField, name: textField, location: textField })).default([]),
})

/** Student work, each piece with a generated picture, and testimonials. */
const StudentWorkSchema = z.strictObject({
  /** The origin and date of the works. */
  note: printableText.default(''),
  works: z
    .array(
      z.strictObject({
        title: textField,
        by: textField,
        /** As shown on the picture: "2:48". */
        length: textField.optional(),
        hue: z.enum(HUES),
        motif: z.enum(MOTIFS),
        seed: textField,
        /** Shown in place of the generated picture. */
        photo: PhotoSchema.optional(),
      }),
    )
    .max(COURSE_LISTS.works.max)
    .default([]),
  stories: z
    .array(z.strictObject({ quote: textField, name: textField, about: textField }))
    .max(COURSE_LISTS.stories.max)
    .default([]),
})

export const CourseFile = z
  .strictObject({
    code: courseCode,
    position: integer,
    kind: CourseKind,
    delivery: DeliveryTypeSchema,
    /** False: on sale and shown on its page, but not listed. */
    listed: z.boolean().default(true),
    /** The time since which it is closed for good. */
    withdrawnAt: instant.optional(),
    creators: z.array(slug).min(1),
    pages: z.array(page).min(1),
    /** Other courses shown beside it for comparison. */
    compareWith: z.array(courseCode).max(3).default([]),
    title: textField,
    ...mapTexts(() => printableText.default('')),
    subtitle: textField,
    /** The audience, in a few words. */
    level: textField.optional(),
    studentCount: integer.min(0),
    price: PriceSchema,
    /** What comes back when plans change. Omitted: the course keeps its rule; a new one has `standard`. Orders keep the rule of their sale. */
    refunds: z.enum(REFUND_POLICIES).optional(),
    /** Whether people who enrol together pay less. Omitted: the course keeps its choice; a new one has the discount. */
    groupDiscount: z.boolean().optional(),
    images: ImagesSchema,
    /** Replaces the poster on the page and on cards. */
    cover: PhotoSchema.optional(),
    /** Shown where the page is shared, 1200 × 630 of it. Omitted: a picture is drawn. */
    sharePhoto: PhotoSchema.optional(),
    /** A video beside the course file, which the head of the page plays. */
    trailer: MediaSchema.optional(),
    /** A PDF that replaces the generated one. */
    curriculumFile: z.strictObject({ file: fileName, sha256: sha256.optional() }).optional(),
    /** Empty: calculated from dates and lessons. */
    facts: z.array(z.strictObject({ label: textField, value: textField })).default([]),
    benefits: z.array(textField).default([]),
    requirements: z.array(textField).default([]),
    curriculum: z.array(GroupSchema).min(1),
    proSessions: z.array(ProItemSchema).default([]),
    ...courseRules,
    questions: z.array(z.strictObject({ question: textField, answer: textField })).default([]),
    studentWork: StudentWorkSchema.optional(),
    /** Parts of the page that are not shown. */
    hiddenParts: z.array(z.enum(HIDEABLE_PARTS)).default([]),
    markets: z.array(MarketSchema).default([]),
    cohorts: z.array(CohortSchema).min(1),
  })
  .superRefine((course, context) => {
    const addFault: AddFault = (path, message) => context.addIssue({ code: 'custom', path: [...path], message })
    checkCounts(course, addFault)
    checkDuplicates(course, addFault)
    checkLessons(course, addFault)
    for (const [index, cohort] of course.cohorts.entries()) {
      checkCohort(course, cohort, (path, message) => addFault(['cohorts', index, ...path], message))
      for (const [number, offer] of (cohort.offers ?? []).entries()) {
        const path = ['cohorts', index, 'offers', number]
        checkAmounts(offer, course.price.currency, {
          addIssue: (issue) =>
            typeof issue === 'string'
              ? addFault(path, issue)
              : addFault([...path, ...(issue.path ?? [])], issue.message ?? 'is wrong'),
        })
      }
    }
    if (course.delivery === 'on-demand' && course.cohorts.length > 1)
      addFault(['cohorts'], 'must have only one cohort for an on-demand course')
  })
export type CourseFile = z.output<typeof CourseFile>

export const CreatorsFile = z
  .array(
    z.strictObject({
      slug: slug.refine(isNotReserved, 'is reserved for the site'),
      name: textField,
      initials: textField.max(3),
      quote: textField.nullable().default(null),
      biography: z.array(textField).default([]),
      /** Addresses elsewhere. */
      links: z
        .array(z.url({ protocol: /^https$/, error: 'must be an address with https' }))
        .max(5)
        .default([]),
    }),
  )
  .min(1)
export type CreatorInput = z.output<typeof CreatorsFile>[number]

/** What the operator adds to the refund rules, which follow from the policy of each course. */
const RefundNote = z
  .string({ error: 'is now a note below the refund rules, which follow from `refunds` of each course' })
  .trim()
  .max(600, 'is longer than 600 characters')
  .refine(isPrintable, 'has a character that cannot be displayed')
  .optional()
export const RefundTermsFile = z.strictObject({ live: RefundNote, 'on-demand': RefundNote })
export type RefundTerms = z.output<typeof RefundTermsFile>

export const PromoCodesFile = z.array(
  z
    .strictObject({
      code: z.string().regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/, 'must be capital letters, digits and hyphens'),
      label: textField,
      percentOff: z.int().min(1).max(100).optional(),
      amountOff: amount.optional(),
      currency: currency.default('USD'),
      minSeats: z.int().min(1).max(10).default(1),
      /** Course or cohort codes. */
      courses: z.array(textField).min(1).optional(),
      /** Offer codes. */
      offers: z.array(textField).min(1).optional(),
      startsAt: instant.optional(),
      endsAt: instant.optional(),
      endsInDays: z.int().min(1).max(36_500).optional(),
      useLimit: integer.min(1).optional(),
      /** Uses of one person. */
      perPerson: integer.min(1).optional(),
      /** Buyers do not see it. */
      note: printableText.max(120, 'is longer than 120 characters').default(''),
    })
    .superRefine((form, context) => {
      const addFault = (message: string) => context.addIssue({ code: 'custom', message })
      if ((form.percentOff === undefined) === (form.amountOff === undefined))
        addFault('must have either `percentOff` or `amountOff`')
      if (form.courses && form.offers) addFault('cannot have both `courses` and `offers`')
      if (form.endsAt && form.endsInDays !== undefined) addFault('has both `endsAt` and `endsInDays`')
      if (form.amountOff !== undefined) checkAmounts({ amount: form.amountOff }, form.currency, context)
      if (form.amountOff !== undefined && Number(form.amountOff) === 0) addFault('has an `amountOff` of zero')
    }),
)
export type PromoCodeInput = z.output<typeof PromoCodesFile>[number]

type Path = readonly PropertyKey[]
type AddFault = (path: Path, message: string) => void
type CheckedCourse = Pick<
  z.output<typeof CourseFile>,
  'code' | 'delivery' | 'creators' | 'compareWith' | 'markets' | 'curriculum' | 'proSessions'
>

/** docs/contract §9. Pro sessions are lessons of a module of their own. */
const MOST = { modules: 50, lessons: 500, proSessions: 20 }

function checkCounts({ curriculum, proSessions }: CheckedCourse, addFault: AddFault): void {
  const modules = curriculum.length + (proSessions.length > 0 ? 1 : 0)
  const lessons = curriculum.reduce((sum, { items }) => sum + items.length, proSessions.length)
  if (modules > MOST.modules) addFault(['curriculum'], `has more than ${MOST.modules} modules`)
  if (lessons > MOST.lessons) addFault(['curriculum'], `has more than ${MOST.lessons} lessons`)
  if (proSessions.length > MOST.proSessions) addFault(['proSessions'], `has more than ${MOST.proSessions} sessions`)
}

function checkDuplicates(course: CheckedCourse, addFault: AddFault): void {
  const { code, creators, compareWith, markets, curriculum, proSessions } = course
  const requireUnique = (entries: readonly (readonly [path: Path, name: string])[]) => {
    const seen = new Set<string>()
    for (const [path, name] of entries) {
      if (seen.has(name)) addFault(path, `\`${name}\` is listed twice`)
      seen.add(name)
    }
  }
  requireUnique(creators.map((creator, index) => [['creators', index], creator]))
  requireUnique([[['code'], code], ...compareWith.map((other, index) => [['compareWith', index], other] as const)])
  requireUnique(
    curriculum.flatMap(({ id }, index) => (id === undefined ? [] : [[['curriculum', index, 'id'], id] as const])),
  )
  requireUnique(markets.map(({ country }, index) => [['markets', index], country]))
  requireUnique([
    ...curriculum.flatMap(({ items }, group) =>
      items.map(({ id }, item) => [['curriculum', group, 'items', item, 'id'], id] as const),
    ),
    ...proSessions.map(({ id }, item) => [['proSessions', item, 'id'], id] as const),
  ])
}

function checkCohort(course: CheckedCourse, cohort: z.output<typeof CohortSchema>, addFault: AddFault): void {
  const proSessionIds = new Set(course.proSessions.map((item) => item.id))
  const items = course.curriculum.flatMap((group) => group.items)
  const curriculumIds = new Set(items.map((item) => item.id))
  const recordedIds = items
    .filter((item) => getLessonKind(item, course.delivery).kind !== 'live')
    .map((item) => item.id)
  const isDated = cohort.on !== undefined || cohort.at !== undefined || cohort.sessions !== undefined
  if (course.delivery === 'on-demand') {
    if (cohort.on) addFault(['on'], 'cannot be set for an on-demand course')
    if (cohort.sessions) addFault(['sessions'], 'cannot be set for an on-demand course')
    if (cohort.code) addFault(['code'], 'cannot be set for an on-demand course')
    if (Object.keys(cohort.recordings).length > 0) addFault(['recordings'], 'cannot be set for an on-demand course')
    return
  }
  if (cohort.startsInDays === undefined && !cohort.code) addFault([], 'needs its `code`')
  if (cohort.code && !cohort.code.startsWith(`${course.code}-`)) addFault(['code'], `must start with ${course.code}-`)
  if (cohort.state === 'open' && !isDated) addFault([], 'is open without dates')
  for (const id of Object.keys(cohort.recordings))
    if (recordedIds.includes(id) || (!curriculumIds.has(id) && !proSessionIds.has(id)))
      addFault(['recordings', id], 'is not a session of this course')
  for (const id of Object.keys(cohort.pro))
    if (!proSessionIds.has(id)) addFault(['pro', id], 'is not a pro session of this course')
  const seen = new Set<string>()
  for (const [index, { item }] of (cohort.sessions ?? []).entries()) {
    if (!curriculumIds.has(item) && !proSessionIds.has(item))
      addFault(['sessions', index, 'item'], `\`${item}\` is not in the curriculum`)
    if (recordedIds.includes(item)) addFault(['sessions', index, 'item'], `\`${item}\` is not a live session`)
    if (seen.has(item)) addFault(['sessions', index, 'item'], `\`${item}\` is listed twice`)
    seen.add(item)
  }
}
