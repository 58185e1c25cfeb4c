/** The catalogue's calls on the static data host. Contract §4. */
import { z } from 'zod'
import { endpoint } from '#http/endpoint.ts'
import { Code, CountryCode, Instant, MoneyWire, TimeZone } from '#http/schemas.ts'
import { Cohort, CurriculumGroup, CurriculumItem, Images, Made, MarketTexts } from './wire/definition.ts'

/** Fifty of the longest codes, and the commas between. */
const CodeList = z
  .string()
  .max(4000)
  .transform((list) => list.split(','))
  .pipe(z.array(Code))
  .transform((codes) => [...new Set(codes.filter(Boolean))])
  .pipe(z.array(z.string()).max(50))

/** `timezoneId` everywhere; `timezone_id` is understood too (contract §2). */
const Zoned = z.object({ timezoneId: TimeZone.optional(), timezone_id: TimeZone.optional() })

export const CohortStatus = z.enum(['open', 'few-seats', 'full', 'coming-soon'])
const CourseState = z.enum(['open', 'few-seats', 'full', 'coming-soon', 'in-progress', 'on-demand', 'ended'])
const CallToAction = z.enum(['enrol', 'join-waitlist', 'notify-me', 'remind-me', 'none'])
export const Kind = z.enum(['course', 'workshop', 'masterclass'])
export const DeliveryType = z.enum(['live', 'on-demand'])

const Session = z.object({ startsAt: Instant, endsAt: Instant, title: z.string() })

/** One dated cohort, told in the asked zone. */
export const CourseDate = z.object({
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
  status: CohortStatus,
  sessions: z.array(Session),
})
export type CourseDate = z.infer<typeof CourseDate>

const State = z.object({
  code: CourseState,
  callToAction: CallToAction,
  /** With `ended`: its dates were cancelled, and would still be ahead. */
  isCancelled: z.literal(true).optional(),
})

export const CourseCard = z.object({
  courseCode: z.string(),
  coursePrefixCode: z.string(),
  offerCode: z.string().nullable(),
  url: z.string(),
  kind: Kind,
  deliveryType: DeliveryType,
  title: z.string(),
  sectionTitle: z.string(),
  subtitle: z.string(),
  instructor: z.object({ name: z.string(), slug: z.string() }),
  instructorCount: z.number(),
  studentCount: z.number(),
  images: Images,
  duration: z.string(),
  sessionsCount: z.number(),
  classTime: z.string(),
  videoTime: z.string(),
  price: z.number(),
  discountPrice: z.number().nullable(),
  beforeDiscountPrice: z.number().nullable(),
  /** When the lower price ends; null while none runs, or where it stays. */
  discountEndsAt: Instant.nullable(),
  priceSubtext: z.string(),
  discountText: z.string(),
  currency: z.string(),
  benefits: z.array(z.string()),
  pdfLink: z.string().nullable(),
  /** Countries with a page of their own for the course: `/_ph/…` for PH. */
  markets: z.array(z.string()),
  /** Only when ten or fewer are left. */
  seatsRemaining: z.number().nullable(),
  nextDate: CourseDate.nullable(),
  state: State,
  /** The next moment at which any of this is told otherwise, as far as it is known. */
  changesAt: Instant.nullable(),
})
export type CourseCard = z.infer<typeof CourseCard>

/** Specification §3, the whole definition. `sessions` and `proSessions` are the curriculum. */
export const CourseDefinition = CourseCard.extend({
  marketTexts: z.array(MarketTexts),
  promise: z.string(),
  /** What to have at hand. */
  bring: z.array(z.string()),
  sessions: z.array(CurriculumGroup),
  proSessions: z.array(CurriculumItem),
  made: Made.nullable(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Whom it suits, in a few words. */
  level: z.string().nullable(),
  /** Prefix codes of the courses that it is compared with. */
  compareWith: z.array(z.string()),
  instructors: z.array(
    z.object({
      name: z.string(),
      slug: z.string(),
      initials: z.string(),
      quote: z.string().nullable(),
      biography: z.array(z.string()),
    }),
  ),
  questions: z.array(z.object({ question: z.string(), answer: z.string() })),
  refundTerms: z.array(z.object({ until: z.string(), terms: z.string() })),
  cohorts: z.array(Cohort),
  deposit: z.object({ dueNow: MoneyWire, dueLater: MoneyWire, dueAt: Instant }).nullable(),
  refundUntil: Instant.nullable(),
  groupTiers: z.array(z.object({ minFriends: z.number(), percentOff: z.number() })),
})
export type CourseDefinition = z.infer<typeof CourseDefinition>

export const nextCourseDate = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'next-course-date',
  summary: 'The date each asked course starts next, or null',
  actor: 'anyone',
  query: Zoned.extend({ coursePrefixCodes: CodeList }),
  answers: { 200: z.object({ data: z.record(z.string(), CourseDate.nullable()) }) },
  refusals: ['FIELD_INVALID', 'TIMEZONE_INVALID'],
})

export const courseCardData = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'course-card-data',
  summary: 'Everything a course card shows, in the asked order',
  actor: 'anyone',
  query: Zoned.extend({ courseCodes: CodeList, domainAccess: z.string().max(253).optional() }),
  answers: { 200: z.object({ data: z.array(CourseCard) }) },
  refusals: ['FIELD_INVALID', 'TIMEZONE_INVALID'],
})

export const course = endpoint({
  host: 'static-data',
  method: 'GET',
  path: 'courses/:prefixCode',
  summary: 'The whole definition of one course',
  actor: 'anyone',
  params: z.object({ prefixCode: Code }),
  query: Zoned,
  answers: { 200: z.object({ data: CourseDefinition }) },
  refusals: ['COURSE_NOT_FOUND', 'TIMEZONE_INVALID'],
})

/** The specification's own names, and those of the other calls. */
const ZonedOnPayment = z.object({ timezone_id: TimeZone.optional(), timezoneId: TimeZone.optional() })

const Dated = z.object({
  courseCode: z.string(),
  offerCode: z.string().nullable(),
  title: z.string(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  displayText: z.string(),
  timezoneId: z.string(),
  seatsRemaining: z.number().nullable(),
  status: CourseState,
  /** List price, and the lower one while it runs: plain numbers beside the currency. */
  price: z.number(),
  discountPrice: z.number().nullable(),
  currency: z.string(),
})
export type Dated = z.infer<typeof Dated>

export const courseListByPrefix = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'get-course-list-by-prefix',
  summary: 'Every cohort of a course with its price, upcoming ones first',
  actor: 'anyone',
  query: ZonedOnPayment.extend({ course_prefix_code: Code }),
  answers: { 200: z.object({ data: z.array(Dated) }) },
  refusals: ['FIELD_INVALID', 'TIMEZONE_INVALID', 'COURSE_NOT_FOUND'],
})

export const courseOffer = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'get-course-offer-by-offer-code',
  summary: 'One offer: the cohort it is for, its price, deposit and what comes with it',
  actor: 'anyone',
  query: ZonedOnPayment.extend({ course_offer_code: Code }),
  answers: {
    200: z.object({
      data: Dated.extend({
        deposit: MoneyWire.nullable(),
        groupTiers: z.array(z.object({ minFriends: z.number(), percentOff: z.number() })),
        benefits: z.array(z.string()),
        expiresAt: Instant.nullable(),
      }),
    }),
  },
  refusals: ['FIELD_INVALID', 'TIMEZONE_INVALID', 'OFFER_NOT_FOUND'],
})

export const getLocalPricing = endpoint({
  host: 'payment',
  method: 'GET',
  path: 'get-local-pricing',
  summary: 'What to multiply a price with to read it in the money of a country, or the way back',
  actor: 'anyone',
  query: z.object({
    isBackConversion: z.enum(['true', 'false', '1', '0']).optional(),
    countryCode: CountryCode.optional(),
    /** Prices in US dollars, a comma list, to be told in the country's money as well. */
    amounts: z
      .string()
      .regex(/^\d{1,9}(\.\d{2})?(,\d{1,9}(\.\d{2})?){0,49}$/, {
        error: 'Please give at most 50 amounts, such as 399.00',
      })
      .optional(),
  }),
  answers: {
    200: z.object({
      conversionMultiplier: z.number(),
      data: z.object({
        currency: z.string(),
        countryCode: z.string(),
        asOf: z.string().meta({ format: 'date' }).nullable(),
        /** In the order of `amounts`, rounded to the currency's habit. */
        prices: z.array(MoneyWire).optional(),
      }),
    }),
  },
  refusals: ['FIELD_INVALID'],
})

export const promoCode = endpoint({
  host: 'login',
  method: 'GET',
  path: 'promo-code',
  summary: 'What a promo code takes off, if it is good for what it is asked for',
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
        /** Percent, or the amount for a whole order. */
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
