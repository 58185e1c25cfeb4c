/** Cohorts and offers on sale. docs/contract §5; a constant number of statements for any number of cohorts. */
import type { z } from 'zod'
import { getCohortStatus } from '#domain/course.ts'
import { getSeatDeposit } from '#domain/money/deposit.ts'
import { listCourseTiers } from '#domain/money/discount.ts'
import { toMajor, toWire } from '#domain/money/money.ts'
import { getUnitPrice } from '#domain/money/pricing.ts'
import { getSeatsLeft, getShownSeats } from '#domain/orders/seats.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { isPayable, type Site, toOfferedPrice, toOfferedStatus } from './awaits-payments.ts'
import type { ShownCourse } from './cache-headers.ts'
import type { CatalogCohort, PricedOffer } from './cohort-on-sale.ts'
import { type LoadedCourse, loadCourses } from './courses.ts'
import { toShownCourse } from './next-change.ts'
import { getCohortOffer, getDisplayText, sortCohorts, withoutHidden } from './present.ts'
import { findCohortCodeByOffer } from './queries.ts'
import type { CohortOnSale, courseOffer } from './wire.ts'

type OfferDependencies = Pick<Deps, 'db' | 'clock'> &
  Site & {
    config: Pick<Deps['config'], 'excludedCourseCodes' | 'groupTiers'>
  }
type Offer = z.output<(typeof courseOffer)['answers'][200]>['data']

/** The cohorts of a listed course, those that can be joined first. */
export async function listCohortsOnSale(
  { db, clock, config, gateways }: OfferDependencies,
  courseCode: string,
  zone: string | undefined,
): Promise<Outcome<{ cohorts: CohortOnSale[]; shown: ShownCourse }>> {
  const now = clock()
  const course = (await loadCourses(db, [courseCode], now)).get(courseCode)
  if (!course || config.excludedCourseCodes.includes(course.courseCode)) return refused('COURSE_NOT_FOUND')
  return accepted({
    cohorts: sortCohorts(course.cohorts, now).map((cohort) =>
      toOffered({ gateways }, toCohortOnSale(course, cohort, getCohortOffer(course, cohort), zone, now)),
    ),
    shown: toShownCourse(course, now),
  })
}

/** An offer that has not expired. */
export async function getOfferByCode(
  { db, clock, config, gateways }: OfferDependencies,
  offerCode: string,
  zone: string | undefined,
): Promise<Outcome<{ offer: Offer; shown: ShownCourse }>> {
  const now = clock()
  const cohortCode = await findCohortCodeByOffer(db, offerCode)
  const course = cohortCode ? (await loadCourses(db, [cohortCode], now)).get(cohortCode) : undefined
  const cohort = course?.cohorts.find((candidate) => candidate.cohortCode === cohortCode)
  const priced = course?.offers.find((candidate) => candidate.offerCode === offerCode)
  if (!course || !cohort || !priced) return refused('OFFER_NOT_FOUND')
  const deposit = getSeatDeposit(toOfferedPrice({ gateways }, priced.price), now, cohort.startsAt)
  const offer = {
    ...toOffered({ gateways }, toCohortOnSale(course, cohort, priced, zone, now)),
    deposit: deposit && toWire(deposit.amount),
    groupTiers: listCourseTiers(config.groupTiers, course),
    benefits: withoutHidden(course.definition).benefits,
    expiresAt: priced.expiresAt?.toISOString() ?? null,
  }
  return accepted({ offer, shown: toShownCourse(course, now) })
}

function toOffered(site: Site, cohort: CohortOnSale): CohortOnSale {
  if (isPayable(site, cohort.discountPrice ?? cohort.price)) return cohort
  return { ...cohort, status: toOfferedStatus(cohort.status) }
}

function toCohortOnSale(
  course: LoadedCourse,
  cohort: CatalogCohort,
  offer: PricedOffer | null,
  zone: string | undefined,
  now: Date,
): CohortOnSale {
  const unit = offer && getUnitPrice(offer.price, now)
  const status = getCohortStatus(cohort, now)
  const isOnDemand = course.deliveryType === 'on-demand' && (status === 'open' || status === 'few-seats')
  return {
    courseCode: cohort.cohortCode,
    offerCode: offer?.offerCode ?? null,
    title: course.title,
    startsAt: cohort.startsAt?.toISOString() ?? null,
    endsAt: cohort.endsAt?.toISOString() ?? null,
    displayText: getDisplayText(course, cohort, zone),
    timezoneId: cohort.timezoneId,
    seatsRemaining: getShownSeats(getSeatsLeft(cohort)),
    status: isOnDemand ? 'on-demand' : status,
    price: offer ? toMajor(offer.price.price) : 0,
    discountPrice: unit && unit === offer.price.discountPrice ? toMajor(unit) : null,
    currency: offer?.price.price.currency ?? 'USD',
  }
}
