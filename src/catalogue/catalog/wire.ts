/** The catalogue's endpoints on the static data host. docs/contract §4. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Code, Instant, MoneyWire, RefundFiguresWire, TimeZone } from '#http/schemas.ts'
import { HIDEABLE_PARTS, mapTexts } from './wire/course-texts.ts'
import {
  CohortOption,
  CourseImages,
  CurriculumGroup,
  CurriculumItem,
  MarketTexts,
  Photo,
  StudentWork,
  Trailer,
} from './wire/definition.ts'

/** Fifty codes of maximum length, with commas. */
const CodeList = z
  .string()
  .max(4000)
  .transform((list) => list.split(','))
  .pipe(z.array(Code))
  .transform((codes) => [...new Set(codes.filter(Boolean))])
  .pipe(z.array(z.string()).max(50))

/** `timezoneId` is the documented name; `timezone_id` is accepted too (docs/contract §2). */
const ZonedQuery = z.object({ timezoneId: TimeZone.optional(), timezone_id: TimeZone.optional() })

export const CourseDateStatus = z.enum(['open', 'few-seats', 'full', 'coming-soon'])
const CourseState = z.enum(['open', 'few-seats', 'full', 'coming-soon', 'in-progress', 'on-demand', 'ended'])
const CallToAction = z.enum(['enrol', 'join-waitlist', 'notify-me', 'remind-me', 'none'])
export const CourseKind = z.enum(['course', 'workshop', 'masterclass'])
export const DeliveryTypeSchema = z.enum(['live', 'on-demand'])

const Session = z.object({ startsAt: Instant, endsAt: Instant, title: z.string() })

/** The dates of one cohort, in the requested zone. */
export const CourseDate = z
  .object({
    courseCode: z.string(),
    offerCode: z.string().nullable(),
    startsAt: Instant.nullable(),
    endsAt: Instant.nullable(),
    timezoneId: z.string(),
    localDate: z.string().nullable(),
    localTime: z.string().nullable(),
    displayText: z.string(),
    utcOffset: z.string().nullable(),
    enrolClosesAt: Instant.nullable(),
    status: CourseDateStatus,
    sessions: z.array(Session),
  })
  .meta({ id: 'CourseDate' })
export type CourseDate = z.infer<typeof CourseDate>

const CourseStateInfo = z.object({
  code: CourseState,
  callToAction: CallToAction,
  /** With `ended`: the dates were cancelled, and would otherwise still be ahead. */
  isCancelled: z.literal(true).optional(),
  /** With `coming-soon`: the site has no payment provider yet, so nobody can pay. */
  awaitsPayments: z.literal(true).optional(),
})

export const CourseCard = z
  .object({
    courseCode: z.string(),
    coursePrefixCode: z.string(),
    offerCode: z.string().nullable(),
    url: z.string(),
    kind: CourseKind,
    deliveryType: DeliveryTypeSchema,
    title: z.string(),
    sectionTitle: z.string(),
    subtitle: z.string(),
    instructor: z.object({ name: z.string(), slug: z.string() }),
    instructorCount: z.number(),
    studentCount: z.number(),
    images: CourseImages,
    duration: z.string(),
    sessionsCount: z.number(),
    classTime: z.string(),
    videoTime: z.string(),
    price: z.number(),
    discountPrice: z.number().nullable(),
    beforeDiscountPrice: z.number().nullable(),
    /** The end of the discount price; null without a discount or without an end. */
    discountEndsAt: Instant.nullable(),
    priceSubtext: z.string(),
    discountText: z.string(),
    currency: z.string(),
    benefits: z.array(z.string()),
    pdfLink: z.string().nullable(),
    /** Countries with their own page for the course: `/_ph/…` for PH. */
    markets: z.array(z.string()),
    /** Only when ten or fewer are left. */
    seatsRemaining: z.number().nullable(),
    nextDate: CourseDate.nullable(),
    state: CourseStateInfo,
    /** The next time at which any of these values changes, as far as known. */
    changesAt: Instant.nullable(),
  })
  .meta({ id: 'CourseCard' })
export type CourseCard = z.infer<typeof CourseCard>

/** The complete definition. `sessions` and `proSessions` are the curriculum. */
export const CourseDefinition = CourseCard.extend({
  ...mapTexts(() => z.string()),
  marketTexts: z.array(MarketTexts),
  /** Things that a learner needs. */
  requirements: z.array(z.string()),
  sessions: z.array(CurriculumGroup),
  proSessions: z.array(CurriculumItem),
  studentWork: StudentWork.nullable(),
  /** Parts that the page leaves out. The lists of these parts are empty, but for curriculum and teachers. */
  hiddenParts: z.array(z.enum(HIDEABLE_PARTS)),
  /** Null: there is none, or it is hidden or not ready. */
  trailer: Trailer.nullable(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The audience, in a few words. */
  level: z.string().nullable(),
  /** Course codes for comparison. */
  compareWith: z.array(z.string()),
  instructors: z.array(
    z.object({
      name: z.string(),
      slug: z.string(),
      initials: z.string(),
      quote: z.string().nullable(),
      biography: z.array(z.string()),
      /** The path of the teacher's page. */
      url: z.string(),
      links: z.array(z.string()),
      /** Null: the initials are shown. */
      photo: Photo.nullable(),
    }),
  ),
  questions: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** The figures of the refund rule for orders from now on. An order keeps those of its sale. */
  refund: RefundFiguresWire,
  /** The same in words. */
  refundTerms: z.array(z.object({ until: z.string(), terms: z.string() })),
  /** What the operator adds to them. */
  refundNote: z.string().nullable(),
  cohorts: z.array(CohortOption),
  deposit: z.object({ dueNow: MoneyWire, dueLater: MoneyWire, dueAt: Instant }).nullable(),
  /** What a refund gives today, and the end of that rule. Null on demand, and once the course has begun. */
  refundPercent: z.number().nullable(),
  refundUntil: Instant.nullable(),
  /** Days of access after the last session; on demand after the enrolment. Null: without an end. */
  accessDays: z.number().nullable(),
  /** Everybody who completes the course gets a certificate. */
  givesCertificate: z.boolean(),
  groupTiers: z.array(z.object({ minFriends: z.number(), percentOff: z.number() })),
})
export type CourseDefinition = z.infer<typeof CourseDefinition>

export const nextCourseDate = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'next-course-date/',
  summary: 'The next start of each requested course, or null',
  actor: 'anyone',
  cached: true,
  query: ZonedQuery.extend({ coursePrefixCodes: CodeList }),
  answers: { 200: z.object({ data: z.record(z.string(), CourseDate.nullable()) }) },
  refusals: ['FIELD_INVALID', 'TIMEZONE_INVALID'],
})

export const courseCardData = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'course-card-data/',
  summary: 'Everything a course card shows, in the requested order',
  actor: 'anyone',
  cached: true,
  query: ZonedQuery.extend({
    courseCodes: CodeList,
    /** The host name of a site, and by default of this one. Another site has no cards here. */
    domainAccess: z.string().max(253).optional(),
  }),
  answers: { 200: z.object({ data: z.array(CourseCard) }) },
  refusals: ['FIELD_INVALID', 'TIMEZONE_INVALID'],
})

export const readCourse = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'courses/:prefixCode',
  summary: 'The complete definition of one course',
  actor: 'anyone',
  cached: true,
  params: z.object({ prefixCode: Code }),
  query: ZonedQuery,
  answers: { 200: z.object({ data: CourseDefinition }) },
  refusals: ['COURSE_NOT_FOUND', 'TIMEZONE_INVALID'],
})

/** Both spellings, as on the other endpoints. */
const PaymentZonedQuery = z.object({ timezone_id: TimeZone.optional(), timezoneId: TimeZone.optional() })

const CohortOnSale = z.object({
  courseCode: z.string(),
  offerCode: z.string().nullable(),
  title: z.string(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  displayText: z.string(),
  timezoneId: z.string(),
  seatsRemaining: z.number().nullable(),
  status: CourseState,
  /** The list price, and the discount price while it applies: plain numbers beside the currency. */
  price: z.number(),
  discountPrice: z.number().nullable(),
  currency: z.string(),
})
export type CohortOnSale = z.infer<typeof CohortOnSale>

export const courseListByPrefix = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'get-course-list-by-prefix/',
  summary: 'Every cohort of a course with its price, upcoming ones first',
  actor: 'anyone',
  cached: true,
  query: PaymentZonedQuery.extend({ course_prefix_code: Code }),
  answers: { 200: z.object({ data: z.array(CohortOnSale) }) },
  refusals: ['FIELD_INVALID', 'TIMEZONE_INVALID', 'COURSE_NOT_FOUND'],
})

export const courseOffer = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'get-course-offer-by-offer-code/',
  summary: 'One offer: the cohort it is for, its price, deposit and what is included',
  actor: 'anyone',
  cached: true,
  query: PaymentZonedQuery.extend({ course_offer_code: Code }),
  answers: {
    200: z.object({
      data: CohortOnSale.extend({
        deposit: MoneyWire.nullable(),
        groupTiers: z.array(z.object({ minFriends: z.number(), percentOff: z.number() })),
        benefits: z.array(z.string()),
        expiresAt: Instant.nullable(),
      }),
    }),
  },
  refusals: ['FIELD_INVALID', 'TIMEZONE_INVALID', 'OFFER_NOT_FOUND'],
})

export const readPromoCode = endpoint({
  host: 'login',
  method: 'GET',
  path: 'promo-code',
  summary: 'The discount of a promo code, if it applies',
  actor: 'anyone',
  query: z.object({
    code: Code,
    courseCode: Code.optional(),
    offerCode: Code.optional(),
    seats: z.coerce.number().int().min(1).max(10).optional(),
  }),
  answers: {
    200: z.object({
      data: z.object({
        code: z.string(),
        valid: z.literal(true),
        discountType: z.enum(['percent_off', 'amount_off']),
        /** The percentage, or the amount off the whole order. */
        discountValue: z.union([z.number(), MoneyWire]),
        minSeats: z.number(),
        appliesTo: z.object({ scope: z.enum(['all', 'courses', 'offers']), codes: z.array(z.string()) }),
        expiresAt: Instant.nullable(),
        label: z.string(),
      }),
    }),
  },
  refusals: ['FIELD_INVALID', 'PROMO_INVALID', 'RATE_LIMITED'],
})
