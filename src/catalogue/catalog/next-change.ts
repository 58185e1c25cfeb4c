/**
 * The next time at which a course changes by the clock alone. Pages that show it can be cached until then.
 * docs/contract §7.
 */
import { listRefundSteps } from '#domain/orders/refund-policy.ts'
import type { ShownCourse } from './cache-headers.ts'
import type { LoadedCourse } from './courses.ts'

/**
 * The end of enrolment, of the full refund, of deposits, of a discount or of an offer, or the start or end of a session
 * or cohort. Null when none is ahead.
 */
export function getNextChangeAt({ cohorts, sessions, offers, refund }: LoadedCourse, now: Date): Date | null {
  const moments = [
    ...cohorts.flatMap((cohort) => [
      cohort.enrolClosesAt,
      cohort.startsAt,
      cohort.endsAt,
      ...(cohort.startsAt ? listRefundSteps({ firstSessionAt: cohort.startsAt, boughtAt: now }, refund) : []).map(
        ({ until }) => until,
      ),
    ]),
    ...sessions.flatMap((session) => [session.starts_at, session.ends_at]),
    ...offers.flatMap((offer) => [offer.price.discountEndsAt, offer.expiresAt]),
  ]
  const upcoming = moments.flatMap((at) => (at && at > now ? at.getTime() : []))
  return upcoming.length > 0 ? new Date(Math.min(...upcoming)) : null
}

export function toShownCourse(course: LoadedCourse, now: Date): ShownCourse {
  return {
    coursePrefixCode: course.courseCode,
    changesAt: getNextChangeAt(course, now)?.toISOString() ?? null,
  }
}
