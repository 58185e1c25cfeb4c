/** Loads whole courses: every part of any number of them in six statements, put together by code. */
import { type Cohort, nextCohort } from '#domain/course.ts'
import { money } from '#domain/money.ts'
import type { OfferPrice } from '#domain/pricing.ts'
import type { Db } from '#platform/db/db.ts'
import { type RefundTerms, Terms } from './content-schema.ts'
import { type Definition, readDefinition } from './definition.ts'
import { cohortsOf, coursesByCodes, creatorsOf, enrolmentCounts, offersOf, sessionsOf } from './queries.ts'

export type CatalogCohort = Cohort & { prefixCode: string; name: string; timezoneId: string }
export type PricedOffer = {
  offerCode: string
  courseCode: string
  price: OfferPrice
  beforePrice: OfferPrice['price'] | null
  expiresAt: Date | null
}
export type CohortSession = Awaited<ReturnType<typeof sessionsOf>>[number]

export type LoadedCourse = {
  prefixCode: string
  kind: 'course' | 'workshop' | 'masterclass'
  deliveryType: 'live' | 'on-demand'
  title: string
  url: string
  definition: Definition
  refundTerms: RefundTerms['live']
  creators: Awaited<ReturnType<typeof creatorsOf>>
  cohorts: CatalogCohort[]
  /** The cohort that was asked for by its course code; else the one that comes next, or null. */
  chosen: CatalogCohort | null
  /** Of the chosen run. */
  sessions: CohortSession[]
  offers: PricedOffer[]
  enrolments: number
  isWithdrawn: boolean
}

/** Codes are course or prefix codes. Keyed by the code asked for, in asked order. */
export async function loadCourses(db: Db, codes: readonly string[], now: Date): Promise<Map<string, LoadedCourse>> {
  const rows = await coursesByCodes(db, codes)
  const prefixes = rows.map((row) => row.prefix_code)
  const [creators, cohortRows, offers, counts] = await Promise.all([
    creatorsOf(db, prefixes),
    cohortsOf(db, prefixes),
    offersOf(db, prefixes, now),
    enrolmentCounts(db, prefixes),
  ])
  // By code, each at one look: searched for, ten thousand courses would take as many times ten thousand.
  const rowOf = new Map(rows.map((row) => [row.prefix_code, row]))
  const catalogCohorts = cohortRows.map((row) =>
    toCatalogCohort({ ...row, withdrawn_at: rowOf.get(row.prefix_code)?.withdrawn_at ?? null }),
  )
  const cohortByCode = new Map(catalogCohorts.map((cohort) => [cohort.courseCode, cohort]))
  const cohortsByPrefix = Map.groupBy(catalogCohorts, (cohort) => cohort.prefixCode)
  const choose = (code: string) => cohortByCode.get(code) ?? nextCohort(cohortsByPrefix.get(code) ?? [], now)
  const chosenFor = new Map(codes.map((code) => [code, choose(code)]))
  const sessions = await sessionsOf(
    db,
    [...chosenFor.values()].flatMap((cohort) => cohort?.courseCode ?? []),
  )

  const creatorsFor = Map.groupBy(creators, (creator) => creator.prefix_code)
  const offersFor = Map.groupBy(offers, (offer) => cohortByCode.get(offer.course_code)?.prefixCode)
  const sessionsFor = Map.groupBy(sessions, (session) => session.course_code)
  const countFor = new Map(counts.map(({ prefix_code, count }) => [prefix_code, count]))
  const loaded = new Map<string, LoadedCourse>()
  for (const [code, chosen] of chosenFor) {
    const row = rowOf.get(chosen?.prefixCode ?? code)
    if (!row) continue
    loaded.set(code, {
      prefixCode: row.prefix_code,
      kind: row.kind,
      deliveryType: row.delivery_type,
      title: row.title,
      url: row.path ?? `/c/${row.prefix_code}`,
      definition: readDefinition(row.definition),
      refundTerms: Terms.parse(row.terms ?? []),
      creators: creatorsFor.get(row.prefix_code) ?? [],
      cohorts: cohortsByPrefix.get(row.prefix_code) ?? [],
      chosen,
      sessions: (chosen && sessionsFor.get(chosen.courseCode)) ?? [],
      offers: (offersFor.get(row.prefix_code) ?? []).map(offerOfRow),
      enrolments: countFor.get(row.prefix_code) ?? 0,
      isWithdrawn: row.withdrawn_at !== null,
    })
  }
  return loaded
}

type CatalogCohortRow = Awaited<ReturnType<typeof cohortsOf>>[number] & { withdrawn_at: Date | null }

/** Of a course that is withdrawn, what had not begun is called off, and what had is closed. */
export function toCatalogCohort(row: CatalogCohortRow): CatalogCohort {
  const isCalledOff = row.withdrawn_at !== null && (row.starts_at === null || row.starts_at > row.withdrawn_at)
  return {
    courseCode: row.course_code,
    prefixCode: row.prefix_code,
    name: row.name,
    state: isCalledOff ? 'cancelled' : row.state,
    capacity: row.capacity,
    taken: row.taken,
    timezoneId: row.timezone_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    enrolClosesAt: earlier(row.enrol_closes_at, row.withdrawn_at),
  }
}

function earlier(a: Date | null, b: Date | null): Date | null {
  return a && b ? (a < b ? a : b) : (a ?? b)
}

export function offerOfRow(row: Awaited<ReturnType<typeof offersOf>>[number]): PricedOffer {
  const amount = (minor: number | null) => (minor === null ? null : money(minor, row.currency))
  return {
    offerCode: row.offer_code,
    courseCode: row.course_code,
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
