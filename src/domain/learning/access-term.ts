/** How long access lasts. docs/contract §10. */
import { formatDay } from '../schedule.ts'
import { addLocalDays } from './local-time.ts'

type AccessTerm = {
  /** Days of access after the end of the cohort. Null: without an end. */
  accessDays: number | null
  /** When the enrolment became active. */
  activatedAt: Date
  /** End of the cohort's last session. Null for an on-demand cohort. */
  cohortEndsAt: Date | null
  /** The cohort's zone. */
  timezoneId: string
}

/**
 * The end of access of an enrolment that becomes active: the end of the cohort plus the course's days. The term begins
 * at the activation if that is later, so an enrolment never starts expired. A day is a calendar day in the cohort's
 * zone: access ends at the same local time. Null: without an end. docs/contract §10.
 *
 * @throws RangeError for days that are not a whole number of at least 1, and for an unknown zone
 */
export function getAccessEnd({ accessDays, activatedAt, cohortEndsAt, timezoneId }: AccessTerm): Date | null {
  if (accessDays === null) return null
  if (!Number.isSafeInteger(accessDays) || accessDays < 1) throw new RangeError(`not a number of days: ${accessDays}`)
  const start = cohortEndsAt && cohortEndsAt > activatedAt ? cohortEndsAt : activatedAt
  return addLocalDays(start, accessDays, timezoneId)
}

const DAYS_OF_A_YEAR = 365

/**
 * The length of access beside a price, in days of the course: "Access for a year after the last session", "Access for 90
 * days", or, for null, "Access without an end".
 */
export function formatAccessTerm({
  accessDays,
  deliveryType,
}: {
  accessDays: number | null
  deliveryType: string
}): string {
  if (accessDays === null) return 'Access without an end'
  const term = accessDays === DAYS_OF_A_YEAR ? 'a year' : accessDays === 1 ? '1 day' : `${accessDays} days`
  return `Access for ${term}${deliveryType === 'live' ? ' after the last session' : ''}`
}

/** The sentence of e-mails about how long access lasts. `until` null: without an end. The day is local to the zone. */
export function describeAccessEnd(until: Date | null, zone: string): string {
  return until
    ? `Lessons and recordings stay open until ${formatDay(until, zone)}.`
    : 'Lessons and recordings stay open, without an end date.'
}

/**
 * The end after a change of the course, the cohort or its dates: the later of both, because a change never shortens
 * sold access. Null, without an end, is the latest. docs/contract §10.
 */
export function extendAccessEnd(current: Date | null, proposed: Date | null): Date | null {
  if (current === null || proposed === null) return null
  return proposed > current ? proposed : current
}
