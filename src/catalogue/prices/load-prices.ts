/** The offers of a course, as its teachers edit them. docs/contract §39. */
import { findCourseAddress } from '#catalogue/catalog/queries/course-title.ts'
import { countRunningQuotes, listCourseOffers } from '#catalogue/catalog/queries/edit-offers.ts'
import { money, toWire } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import type { CohortPrices, CoursePrices, OfferView } from './wire.ts'

/** Three statements for any number of cohorts and offers. Without cancelled cohorts. */
export async function loadPrices(
  { db, config }: Pick<Deps, 'db'> & { config: Pick<Deps['config'], 'groupTiers'> },
  person: ActingPerson,
  courseCode: string,
): Promise<Outcome<CoursePrices>> {
  const permitted = await requirePermission(db, person, 'course.read', courseCode)
  if (!permitted.ok) return permitted
  const course = await findCourseAddress(db, courseCode)
  if (!course) return refused('COURSE_NOT_FOUND')
  const [rows, quotes] = await Promise.all([listCourseOffers(db, courseCode), countRunningQuotes(db, courseCode)])
  const cohorts = new Map<string, CohortPrices>()
  for (const row of rows) {
    const cohort = cohorts.get(row.cohort_code) ?? toCohort(row)
    cohorts.set(row.cohort_code, cohort)
    const offer = toOfferView(
      row,
      quotes.find(({ offer_code }) => offer_code === row.offer_code),
    )
    if (offer) cohort.offers.push(offer)
  }
  return accepted({
    coursePrefixCode: courseCode,
    deliveryType: course.delivery_type,
    path: course.published_at && course.path,
    refundPolicy: course.refund_policy,
    hasGroupDiscount: course.has_group_discount,
    groupTiers: [...config.groupTiers],
    cohorts: [...cohorts.values()],
  })
}

type Row = Awaited<ReturnType<typeof listCourseOffers>>[number]
type Quotes = Awaited<ReturnType<typeof countRunningQuotes>>[number]

function toCohort({ cohort_code, cohort_name, timezone_id, starts_at, ends_at }: Row): CohortPrices {
  return {
    cohortCode: cohort_code,
    name: cohort_name,
    timezoneId: timezone_id,
    startsAt: starts_at?.toISOString() ?? null,
    endsAt: ends_at?.toISOString() ?? null,
    offers: [],
  }
}

/** Null: the cohort has no offer. */
function toOfferView(row: Row, quotes: Quotes | undefined): OfferView | null {
  const { offer_code, currency, price_minor } = row
  if (offer_code === null || currency === null || price_minor === null) return null
  const amount = (minor: number | null) => (minor === null ? null : toWire(money(minor, currency)))
  const early = amount(row.discount_price_minor)
  return {
    offerCode: offer_code,
    name: row.name ?? '',
    price: toWire(money(price_minor, currency)),
    before: amount(row.before_price_minor),
    early: early && { price: early, endsAt: row.discount_ends_at?.toISOString() ?? null },
    deposit: amount(row.deposit_minor),
    expiresAt: row.expires_at?.toISOString() ?? null,
    quotes: quotes ? { count: quotes.count, until: quotes.until.toISOString() } : null,
  }
}
