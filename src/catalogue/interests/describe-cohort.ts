/** A cohort for an e-mail: date and price in the zone and the currency of the reader. docs/contract §25. */

import { isOfferPayable, toOfferedStatus } from '#catalogue/catalog/awaits-payments.ts'
import { loadOtherHours } from '#catalogue/catalog/calendar/session-start.ts'
import type { LoadedCourse } from '#catalogue/catalog/courses.ts'
import { formatWithEstimate } from '#catalogue/catalog/local-pricing.ts'
import { getCohortOffer, getDisplayText } from '#catalogue/catalog/present.ts'
import { getCohortStatus } from '#domain/course.ts'
import { isSameZone } from '#domain/dates/zone-name.ts'
import { getUnitPrice } from '#domain/money/pricing.ts'
import { toZoneTime } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'

export type CohortText = {
  title: string
  url: string
  /** The first session in the reader's zone. */
  date: string
  /** The same in the zone of the class, where it differs. */
  classDate: string | null
  /** A sentence. Null if every session starts at the hour of the first. */
  otherHours: string | null
  closes: string | null
  closesAt: Date | null
  /** The reader's zone, else that of the class. */
  zone: string
  /** Such as `$399.00 (about ₱23,300)`. Null without an offer. */
  price: string | null
  /** As this site offers it: a price that cannot be paid yet is `coming-soon`. */
  status: ReturnType<typeof getCohortStatus>
}

/** @param course loaded by the code of the cohort */
export async function describeCohort(
  deps: Deps,
  course: LoadedCourse,
  zone: string | null,
  now: Date,
): Promise<CohortText | null> {
  const cohort = course.chosenCohort
  if (!cohort) return null
  const readerZone = zone ?? cohort.timezoneId
  const offer = getCohortOffer(course, cohort)
  const status = getCohortStatus(cohort, now)
  const closesAt = cohort.enrolClosesAt ?? cohort.startsAt
  const isOtherZone = cohort.startsAt !== null && !isSameZone(readerZone, cohort.timezoneId)
  return {
    title: course.title,
    url: new URL(course.url, deps.config.publicUrl).href,
    date: getDisplayText(course, cohort, readerZone),
    classDate: isOtherZone ? getDisplayText(course, cohort, cohort.timezoneId) : null,
    otherHours: cohort.startsAt && (await loadOtherHours(deps.db, cohort.cohortCode, readerZone)),
    closesAt,
    zone: readerZone,
    closes: closesAt && toZoneTime(closesAt, readerZone).displayText,
    price: offer && (await formatWithEstimate(deps, getUnitPrice(offer.price, now), readerZone)),
    status: isOfferPayable(deps, offer, now) ? status : toOfferedStatus(status),
  }
}
