/** The state of a course, and its next cohort. docs/contract §4. */
import { FEW_SEATS, getSeatsLeft, type SeatCounts } from './orders/seats.ts'

export type DeliveryType = 'live' | 'on-demand'
export type Cohort = SeatCounts & {
  cohortCode: string
  state: 'announced' | 'open' | 'cancelled'
  startsAt: Date | null
  endsAt: Date | null
  enrolClosesAt: Date | null
}
export type CohortStatus = 'open' | 'few-seats' | 'full' | 'coming-soon' | 'in-progress' | 'ended'
export type CourseState = CohortStatus | 'on-demand'
export type CallToAction = 'enrol' | 'join-waitlist' | 'notify-me' | 'remind-me' | 'none'

const CALLS_TO_ACTION: Record<CourseState, CallToAction> = {
  open: 'enrol',
  'few-seats': 'enrol',
  full: 'join-waitlist',
  'coming-soon': 'notify-me',
  'in-progress': 'remind-me',
  'on-demand': 'enrol',
  ended: 'remind-me',
}

/** The status of one cohort. A cohort is in progress from the end of enrolment until its last session ends. */
export function getCohortStatus(cohort: Cohort, now: Date): CohortStatus {
  if (cohort.state === 'cancelled' || (cohort.endsAt && cohort.endsAt <= now)) return 'ended'
  if (isClosed(cohort, now)) return 'in-progress'
  if (cohort.state === 'announced') return 'coming-soon'
  const remaining = getSeatsLeft(cohort)
  if (remaining === null) return 'open'
  if (remaining === 0) return 'full'
  return remaining <= FEW_SEATS ? 'few-seats' : 'open'
}

/**
 * The next cohort of a course: the earliest open one with a seat, else the earliest full one, else the earliest
 * announced one, else null. docs/contract §4, next-course-date.
 */
export function getNextCohort<C extends Cohort>(cohorts: readonly C[], now: Date): C | null {
  const inOrder = cohorts.toSorted(
    (a, b) => getStartTime(a) - getStartTime(b) || (a.cohortCode < b.cohortCode ? -1 : 1),
  )
  const findFirst = (...wanted: CohortStatus[]) =>
    inOrder.find((cohort) => wanted.includes(getCohortStatus(cohort, now)))
  return findFirst('open', 'few-seats') ?? findFirst('full') ?? findFirst('coming-soon') ?? null
}

/**
 * The state of a course and its call to action, which is `none` for a withdrawn course. `isCancelled` separates a
 * course that ended because its dates were cancelled from one whose dates are over.
 */
export function getCourseState(
  cohorts: readonly Cohort[],
  delivery: DeliveryType,
  now: Date,
  isWithdrawn = false,
): { code: CourseState; callToAction: CallToAction; isCancelled?: true } {
  const next = getNextCohort(cohorts, now)
  const isRunning = cohorts.some((cohort) => getCohortStatus(cohort, now) === 'in-progress')
  const status: CourseState = next ? getCohortStatus(next, now) : isRunning ? 'in-progress' : 'ended'
  if (isWithdrawn) return { code: isRunning ? 'in-progress' : 'ended', callToAction: 'none' }
  const code = delivery === 'on-demand' && (status === 'open' || status === 'few-seats') ? 'on-demand' : status
  const isCancelled = code === 'ended' && cohorts.some((cohort) => isUpcomingCancelled(cohort, now))
  return { code, callToAction: CALLS_TO_ACTION[code], ...(isCancelled && { isCancelled }) }
}

/** Whether the cohort is cancelled and would otherwise not have ended. */
function isUpcomingCancelled({ state, endsAt }: Cohort, now: Date): boolean {
  return state === 'cancelled' && (endsAt === null || endsAt > now)
}

/** Sorts a cohort without a date after those with one. */
function getStartTime({ startsAt }: Cohort): number {
  return startsAt?.getTime() ?? Number.MAX_VALUE
}

function isClosed({ startsAt, enrolClosesAt }: Cohort, now: Date): boolean {
  const closesAt = enrolClosesAt ?? startsAt
  return closesAt !== null && closesAt <= now
}
