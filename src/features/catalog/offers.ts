/** What can be bought of a course, run by run. Contract §5; a constant number of statements, however many runs. */
import type { z } from 'zod'
import { cohortStatus } from '#domain/course.ts'
import { depositOfSeat } from '#domain/deposit.ts'
import { toMajor, toWire } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { unitPrice } from '#domain/pricing.ts'
import { seatsLeft, seatsShown } from '#domain/seats.ts'
import type { Deps } from '#http/deps.ts'
import { type CatalogCohort, type LoadedCourse, loadCourses, type PricedOffer } from './courses.ts'
import { inOrder, offerOfCohort, textOf } from './present.ts'
import { courseCodeOfOffer } from './queries.ts'
import type { courseOffer, Dated } from './wire.ts'

type Needs = Pick<Deps, 'db' | 'clock'> & { config: Pick<Deps['config'], 'excludedCourseCodes' | 'groupTiers'> }
type Offer = z.output<(typeof courseOffer)['answers'][200]>['data']

/** The cohorts of a listed course, in the order in which they can be joined. */
export async function cohortsOnSale(
  { db, clock, config }: Needs,
  prefixCode: string,
  zone: string | undefined,
): Promise<Outcome<Dated[]>> {
  const now = clock()
  const course = (await loadCourses(db, [prefixCode], now)).get(prefixCode)
  if (!course || config.excludedCourseCodes.includes(course.prefixCode)) return refused('COURSE_NOT_FOUND')
  return accepted(
    inOrder(course.cohorts, now).map((cohort) => dated(course, cohort, offerOfCohort(course, cohort), zone, now)),
  )
}

/** An offer that has not expired. */
export async function offerByCode(
  { db, clock, config }: Needs,
  offerCode: string,
  zone: string | undefined,
): Promise<Outcome<Offer>> {
  const now = clock()
  const courseCode = await courseCodeOfOffer(db, offerCode)
  const course = courseCode ? (await loadCourses(db, [courseCode], now)).get(courseCode) : undefined
  const cohort = course?.cohorts.find((candidate) => candidate.courseCode === courseCode)
  const offer = course?.offers.find((candidate) => candidate.offerCode === offerCode)
  if (!course || !cohort || !offer) return refused('OFFER_NOT_FOUND')
  const deposit = depositOfSeat(offer.price, now, cohort.startsAt)
  return accepted({
    ...dated(course, cohort, offer, zone, now),
    deposit: deposit && toWire(deposit.amount),
    groupTiers: [...config.groupTiers],
    benefits: course.definition.benefits,
    expiresAt: offer.expiresAt?.toISOString() ?? null,
  })
}

function dated(
  course: LoadedCourse,
  cohort: CatalogCohort,
  offer: PricedOffer | null,
  zone: string | undefined,
  now: Date,
): Dated {
  const unit = offer && unitPrice(offer.price, now)
  const status = cohortStatus(cohort, now)
  const isOnDemand = course.deliveryType === 'on-demand' && (status === 'open' || status === 'few-seats')
  return {
    courseCode: cohort.courseCode,
    offerCode: offer?.offerCode ?? null,
    title: course.title,
    startsAt: cohort.startsAt?.toISOString() ?? null,
    endsAt: cohort.endsAt?.toISOString() ?? null,
    displayText: textOf(course, cohort, zone),
    timezoneId: cohort.timezoneId,
    seatsRemaining: seatsShown(seatsLeft(cohort.capacity, cohort.taken)),
    status: isOnDemand ? 'on-demand' : status,
    price: offer ? toMajor(offer.price.price) : 0,
    discountPrice: unit && unit === offer.price.discountPrice ? toMajor(unit) : null,
    currency: offer?.price.price.currency ?? 'USD',
  }
}
