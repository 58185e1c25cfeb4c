/** What state a course is in, and which of its cohorts is meant. Contract §4. */
import { FEW_SEATS, seatsLeft } from './seats.ts'

export type DeliveryType = 'live' | 'on-demand'
export type Cohort = {
  courseCode: string
  state: 'announced' | 'open' | 'cancelled'
  capacity: number | null
  taken: number
  startsAt: Date | null
  endsAt: Date | null
  enrolClosesAt: Date | null
}
export type CohortStatus = 'open' | 'few-seats' | 'full' | 'coming-soon' | 'in-progress' | 'ended'
export type CourseState = CohortStatus | 'on-demand'
export type CallToAction = 'enrol' | 'join-waitlist' | 'notify-me' | 'remind-me' | 'none'

const CALLS: Record<CourseState, CallToAction> = {
  open: 'enrol',
  'few-seats': 'enrol',
  full: 'join-waitlist',
  'coming-soon': 'notify-me',
  'in-progress': 'remind-me',
  'on-demand': 'enrol',
  ended: 'remind-me',
}

/** How one cohort stands. Once enrolment is closed it is in progress until its last session ends. */
export function cohortStatus(cohort: Cohort, now: Date): CohortStatus {
  if (cohort.state === 'cancelled' || (cohort.endsAt && cohort.endsAt <= now)) return 'ended'
  if (isClosed(cohort, now)) return 'in-progress'
  if (cohort.state === 'announced') return 'coming-soon'
  const left = seatsLeft(cohort.capacity, cohort.taken)
  if (left === null) return 'open'
  if (left === 0) return 'full'
  return left <= FEW_SEATS ? 'few-seats' : 'open'
}

/**
 * The cohort that a prefix code means: the earliest open one with a seat, else the earliest full one,
 * else the earliest announced, else none. Contract §4, next-course-date.
 */
export function nextCohort<C extends Cohort>(cohorts: readonly C[], now: Date): C | null {
  const inOrder = cohorts.toSorted((a, b) => startOf(a) - startOf(b) || (a.courseCode < b.courseCode ? -1 : 1))
  const first = (...wanted: CohortStatus[]) => inOrder.find((cohort) => wanted.includes(cohortStatus(cohort, now)))
  return first('open', 'few-seats') ?? first('full') ?? first('coming-soon') ?? null
}

/**
 * The state of a course and what a visitor can do about it: nothing, once it is withdrawn for good. `isCancelled` tells
 * a course that has ended because its dates were cancelled from one whose dates are over.
 */
export function courseState(
  cohorts: readonly Cohort[],
  delivery: DeliveryType,
  now: Date,
  isWithdrawn = false,
): { code: CourseState; callToAction: CallToAction; isCancelled?: true } {
  const next = nextCohort(cohorts, now)
  const isRunning = cohorts.some((cohort) => cohortStatus(cohort, now) === 'in-progress')
  const status: CourseState = next ? cohortStatus(next, now) : isRunning ? 'in-progress' : 'ended'
  if (isWithdrawn) return { code: isRunning ? 'in-progress' : 'ended', callToAction: 'none' }
  const code = delivery === 'on-demand' && (status === 'open' || status === 'few-seats') ? 'on-demand' : status
  const isCancelled = code === 'ended' && cohorts.some((cohort) => isOff(cohort, now))
  return { code, callToAction: CALLS[code], ...(isCancelled && { isCancelled }) }
}

/** Cancelled, and would not be over yet. */
function isOff({ state, endsAt }: Cohort, now: Date): boolean {
  return state === 'cancelled' && (endsAt === null || endsAt > now)
}

/** A cohort without a date comes after those with one. */
function startOf({ startsAt }: Cohort): number {
  return startsAt?.getTime() ?? Number.MAX_VALUE
}

function isClosed({ startsAt, enrolClosesAt }: Cohort, now: Date): boolean {
  const closesAt = enrolClosesAt ?? startsAt
  return closesAt !== null && closesAt <= now
}
