/** When a course is told otherwise next, by the clock alone. Contract §7: until then a page that shows it may be kept. */
import { refundUntil } from '#domain/schedule.ts'
import type { LoadedCourse } from './courses.ts'

/**
 * Enrolment closes, a session or a cohort starts or ends, all of the money comes back and a deposit is offered for the
 * last time, a lower price or an offer ends. Null when no such moment is ahead.
 */
export function nextChange({ cohorts, sessions, offers }: LoadedCourse, now: Date): Date | null {
  const moments = [
    ...cohorts.flatMap((cohort) => [
      cohort.enrolClosesAt,
      cohort.startsAt,
      cohort.endsAt,
      refundUntil(cohort.startsAt),
    ]),
    ...sessions.flatMap((session) => [session.starts_at, session.ends_at]),
    ...offers.flatMap((offer) => [offer.price.discountEndsAt, offer.expiresAt]),
  ]
  const ahead = moments.flatMap((at) => (at && at > now ? at.getTime() : []))
  return ahead.length > 0 ? new Date(Math.min(...ahead)) : null
}
