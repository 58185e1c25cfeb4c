/**
 * A person's access to the lessons, files and sessions of one course. docs/contract §10. Pure: the facts are plain
 * rows and the time is an argument.
 */
import type { EnrolmentState } from '../orders/enrolment.ts'

/** From the best state to the worst: a person with several enrolments has the best one of them. */
export const ACCESS_STATES = ['open', 'locked', 'frozen', 'over', 'revoked', 'unconfirmed', 'none'] as const
export type AccessState = (typeof ACCESS_STATES)[number]

/** The fact that decided. `enrolled` and `teacher` are the reasons of open access. */
export type AccessReason =
  | 'enrolled'
  | 'teacher'
  | 'balance-overdue'
  | 'dispute-open'
  | 'access-ended'
  | 'enrolment-cancelled'
  | 'cohort-cancelled'
  | 'dispute-lost'
  | 'not-confirmed'
  | 'not-enrolled'

/** One enrolment with the facts of its cohort and its order. */
export type EnrolmentAccessFacts = {
  enrolmentId: string
  state: EnrolmentState
  isCohortCancelled: boolean
  /** The bank took a payment of the order back for good. */
  isDisputeLost: boolean
  /** Since then a payment dispute on the order is open. */
  frozenAt: Date | null
  /** Since then a balance of the order is overdue. */
  orderPausedAt: Date | null
  /** Null: without an end. */
  accessEndsAt: Date | null
}

/** `isTeacher`: the person may edit the course. A teacher needs no enrolment, and has no progress. */
export type CourseAccessFacts = { isTeacher: boolean; enrolments: readonly EnrolmentAccessFacts[] }

export type CourseAccess = {
  state: AccessState
  /** When access ends or ended. Null: without an end, or not known. */
  until: Date | null
  reason: AccessReason
  /** The enrolment that decided. Null for a teacher and without an enrolment. */
  enrolmentId: string | null
}

/**
 * The access to a course. Each enrolment is decided alone, so the end of one never ends another. Among enrolments
 * with the same state the one with the latest end decides. docs/contract §10.
 */
export function decideAccess({ isTeacher, enrolments }: CourseAccessFacts, now: Date): CourseAccess {
  if (isTeacher) return { state: 'open', until: null, reason: 'teacher', enrolmentId: null }
  const [first, ...others] = enrolments.map((enrolment) => decideEnrolmentAccess(enrolment, now))
  if (!first) return { state: 'none', until: null, reason: 'not-enrolled', enrolmentId: null }
  return others.reduce((best, access) => (isBetter(access, best) ? access : best), first)
}

/**
 * The access that one enrolment gives. The first rule that applies decides: an end for good comes before a suspension,
 * and a suspension before the end of the term. An end at this moment is over. docs/contract §10.
 */
export function decideEnrolmentAccess(enrolment: EnrolmentAccessFacts, now: Date): CourseAccess {
  const { enrolmentId, accessEndsAt: until } = enrolment
  const [state, reason] = findState(enrolment, now)
  return { state, until: state === 'unconfirmed' || state === 'revoked' ? null : until, reason, enrolmentId }
}

function findState(enrolment: EnrolmentAccessFacts, now: Date): [AccessState, AccessReason] {
  if (enrolment.state === 'unconfirmed') return ['unconfirmed', 'not-confirmed']
  if (enrolment.isDisputeLost) return ['revoked', 'dispute-lost']
  if (enrolment.isCohortCancelled) return ['revoked', 'cohort-cancelled']
  if (enrolment.state === 'cancelled') return ['revoked', 'enrolment-cancelled']
  if (enrolment.frozenAt) return ['frozen', 'dispute-open']
  if (enrolment.orderPausedAt) return ['locked', 'balance-overdue']
  if (enrolment.accessEndsAt && enrolment.accessEndsAt <= now) return ['over', 'access-ended']
  return ['open', 'enrolled']
}

function isBetter(access: CourseAccess, best: CourseAccess): boolean {
  const rank = ACCESS_STATES.indexOf(access.state) - ACCESS_STATES.indexOf(best.state)
  return rank < 0 || (rank === 0 && isLater(access.until, best.until))
}

/** Null is without an end, so it is the latest. */
function isLater(a: Date | null, b: Date | null): boolean {
  return b !== null && (a === null || a > b)
}

/** Whether the person sees the outline, the own progress and notes, and the certificate. docs/contract §10. */
export function canSeeOutline(state: AccessState): boolean {
  return state === 'open' || state === 'locked' || state === 'frozen' || state === 'over'
}

/** Hours after the end of the term in which a stored report of a player still counts. docs/contract §12. */
const REPORT_GRACE_HOURS = 24

/**
 * Whether a report of watched seconds that arrives now counts: access is open, or its term ended less than 24 hours
 * ago, because a player may send its last report late. A suspended or revoked access accepts none.
 * docs/contract §12.
 */
export function canReportProgress({ state, until }: CourseAccess, now: Date): boolean {
  if (state === 'open') return true
  return state === 'over' && until !== null && now.getTime() - until.getTime() < REPORT_GRACE_HOURS * 60 * 60 * 1000
}
