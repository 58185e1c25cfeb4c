/** The cohort and the offer of a checkout. docs/contract §4. */
import { type Cohort, getNextCohort } from '#domain/course.ts'
import { money } from '#domain/money/money.ts'
import type { OfferPrice } from '#domain/money/pricing.ts'
import { POLICY_FIGURES, type RefundFigures } from '#domain/orders/refund-policy.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { findOffer, type listCohorts, listCohortsByCode, type listOffers } from './queries.ts'

export type CatalogCohort = Cohort & { courseCode: string; name: string; timezoneId: string }
export type PricedOffer = {
  offerCode: string
  cohortCode: string
  price: OfferPrice
  beforePrice: OfferPrice['price'] | null
  expiresAt: Date | null
}

/**
 * The cohort of a code. A cohort or offer code selects its own cohort. A course code selects the next cohort, or else
 * the last one, so that a checkout can show that enrolment is closed.
 */
export async function getCohortForCode(db: Db | Tx, code: string, now: Date): Promise<CatalogCohort | null> {
  return chooseCohort(await listCohortsByCode(db, code), code, now)
}

/** The same at the database's time, so that no process's clock decides a price. */
export async function getCohortAtDatabaseTime(
  db: Db,
  code: string,
): Promise<{ cohort: CatalogCohort; refund: RefundFigures; hasGroupDiscount: boolean; now: Date } | null> {
  const rows = await listCohortsByCode(db, code)
  const now = rows[0]?.database_now
  const cohort = now && chooseCohort(rows, code, now)
  if (!cohort) return null
  // All rows are of one course.
  const { refund_policy, has_group_discount } = rows[0]!
  return { cohort, refund: POLICY_FIGURES[refund_policy], hasGroupDiscount: has_group_discount, now }
}

function chooseCohort(
  rows: Awaited<ReturnType<typeof listCohortsByCode>>,
  code: string,
  now: Date,
): CatalogCohort | null {
  const cohorts = rows.map(toCatalogCohort)
  return cohorts.find((cohort) => cohort.cohortCode === code) ?? getNextCohort(cohorts, now) ?? cohorts.at(-1) ?? null
}

/** The offer with this code in this cohort, or the first offer without a code. Null when it has expired. */
export async function getOfferOfCohort(
  db: Db | Tx,
  cohortCode: string,
  offerCode?: string,
): Promise<PricedOffer | null> {
  const row = await findOffer(db, cohortCode, offerCode)
  return row ? toPricedOffer(row) : null
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
    waitingParty: row.waiting_party,
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
