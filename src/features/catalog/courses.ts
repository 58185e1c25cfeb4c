/** Loads any number of complete courses in five statements and assembles them by code. */
import { type Cohort, getNextCohort } from '#domain/course.ts'
import { money } from '#domain/money/money.ts'
import type { OfferPrice } from '#domain/money/pricing.ts'
import type { Db } from '#platform/db/db.ts'
import { type RefundTerms, RefundTermsSchema } from './files/content-schema.ts'
import { readDefinition, type StoredDefinition } from './files/definition.ts'
import {
  type CohortScope,
  listCohortSessions,
  listCohorts,
  listCoursesByCodes,
  listCreators,
  listOffers,
} from './queries.ts'

export type CatalogCohort = Cohort & { courseCode: string; name: string; timezoneId: string }
export type PricedOffer = {
  offerCode: string
  cohortCode: string
  price: OfferPrice
  beforePrice: OfferPrice['price'] | null
  expiresAt: Date | null
}
export type LoadedSession = Awaited<ReturnType<typeof listCohortSessions>>[number]

export type LoadedCourse = {
  courseCode: string
  kind: 'course' | 'workshop' | 'masterclass'
  deliveryType: 'live' | 'on-demand'
  title: string
  url: string
  definition: StoredDefinition
  refundTerms: RefundTerms['live']
  creators: Awaited<ReturnType<typeof listCreators>>
  cohorts: CatalogCohort[]
  /** The cohort of the requested cohort code, else the next cohort, or null. */
  chosenCohort: CatalogCohort | null
  /** Sessions of the chosen cohort. */
  sessions: LoadedSession[]
  offers: PricedOffer[]
  enrolments: number
  isWithdrawn: boolean
  /** Null: without an end. */
  accessDays: number | null
}

/** Courses with the cohorts that a card can show: not those that are over. */
export function loadCardCourses(db: Db, codes: readonly string[], now: Date): Promise<Map<string, LoadedCourse>> {
  return load(db, codes, now, { of: 'card', codes, now })
}

/** Courses with all their cohorts. */
export function loadCourses(db: Db, codes: readonly string[], now: Date): Promise<Map<string, LoadedCourse>> {
  return load(db, codes, now, { of: 'all' })
}

/** `codes` are cohort or course codes. The map is keyed by them, in the requested order. */
async function load(
  db: Db,
  codes: readonly string[],
  now: Date,
  scope: CohortScope,
): Promise<Map<string, LoadedCourse>> {
  const rows = await listCoursesByCodes(db, codes)
  const prefixes = rows.map((row) => row.course_code)
  const [creators, cohortRows] = await Promise.all([listCreators(db, prefixes), listCohorts(db, prefixes, scope)])
  // Maps by code: a linear search would take quadratic time for ten thousand courses.
  const rowByCode = new Map(rows.map((row) => [row.course_code, row]))
  const catalogCohorts = cohortRows.map((row) =>
    toCatalogCohort({ ...row, withdrawn_at: rowByCode.get(row.course_code)?.withdrawn_at ?? null }),
  )
  const cohortByCode = new Map(catalogCohorts.map((cohort) => [cohort.cohortCode, cohort]))
  const cohortsByPrefix = Map.groupBy(catalogCohorts, (cohort) => cohort.courseCode)
  const choose = (code: string) => cohortByCode.get(code) ?? getNextCohort(cohortsByPrefix.get(code) ?? [], now)
  const chosenByCode = new Map(codes.map((code) => [code, choose(code)]))
  const chosenCohortCodes = [...chosenByCode.values()].flatMap((cohort) => cohort?.cohortCode ?? [])
  const [sessions, offers] = await Promise.all([
    listCohortSessions(db, chosenCohortCodes),
    listOffers(db, [...cohortByCode.keys()], now),
  ])

  const creatorsByCourse = Map.groupBy(creators, (creator) => creator.course_code)
  const offersByCourse = Map.groupBy(offers, (offer) => cohortByCode.get(offer.cohort_code)?.courseCode)
  const sessionsByCohort = Map.groupBy(sessions, (session) => session.cohort_code)
  const loaded = new Map<string, LoadedCourse>()
  for (const [code, chosenCohort] of chosenByCode) {
    const row = rowByCode.get(chosenCohort?.courseCode ?? code)
    if (!row) continue
    loaded.set(code, {
      courseCode: row.course_code,
      kind: row.kind,
      deliveryType: row.delivery_type,
      title: row.title,
      url: row.path ?? `/c/${row.course_code}`,
      definition: readDefinition(row.definition),
      refundTerms: RefundTermsSchema.parse(row.terms ?? []),
      creators: creatorsByCourse.get(row.course_code) ?? [],
      cohorts: cohortsByPrefix.get(row.course_code) ?? [],
      chosenCohort: chosenCohort,
      sessions: (chosenCohort && sessionsByCohort.get(chosenCohort.cohortCode)) ?? [],
      offers: (offersByCourse.get(row.course_code) ?? []).map(toPricedOffer),
      enrolments: row.enrolled,
      isWithdrawn: row.withdrawn_at !== null,
      accessDays: row.access_days,
    })
  }
  return loaded
}

type CatalogCohortRow = Awaited<ReturnType<typeof listCohorts>>[number] & { withdrawn_at: Date | null }

/** In a withdrawn course, cohorts that had not started are cancelled, and started ones are closed. */
export function toCatalogCohort(row: CatalogCohortRow): CatalogCohort {
  const isCancelled = row.withdrawn_at !== null && (row.starts_at === null || row.starts_at > row.withdrawn_at)
  return {
    cohortCode: row.cohort_code,
    courseCode: row.course_code,
    name: row.name,
    state: isCancelled ? 'cancelled' : row.state,
    capacity: row.capacity,
    taken: row.taken,
    timezoneId: row.timezone_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    enrolClosesAt: getEarlier(row.enrol_closes_at, row.withdrawn_at),
  }
}

function getEarlier(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a < b ? a : b) : (a ?? b)
}

export function toPricedOffer(row: Awaited<ReturnType<typeof listOffers>>[number]): PricedOffer {
  const amount = (minor: number | null) => (minor === null ? null : money(minor, row.currency))
  return {
    offerCode: row.offer_code,
    cohortCode: row.cohort_code,
    price: {
      price: money(row.price_minor, row.currency),
      discountPrice: amount(row.discount_price_minor),
      discountEndsAt: row.discount_ends_at,
      deposit: amount(row.deposit_minor),
    },
    beforePrice: amount(row.before_price_minor),
    expiresAt: row.expires_at,
  }
}
