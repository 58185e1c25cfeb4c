/** Returns a learner's enrolments and unpaid orders, with 10 SQL statements for any number of courses. */

import type { z } from 'zod'
import { createCalendarPath } from '#catalogue/catalog/calendar/calendar.ts'
import { listWaitlists } from '#catalogue/leads/queries/waitlist.ts'
import { listReminders } from '#catalogue/leads/queries.ts'
import { type AccessState, decideEnrolmentAccess } from '#domain/learning/access.ts'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { money, toWire } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import { type CourseFacts, getAccess } from '#learn/lessons/course-facts.ts'
import { asLearner } from '#learn/lessons/is-teacher.ts'
import { loadFactsOfCourses } from '#learn/lessons/load-course-facts.ts'
import { toProgressView } from '#learn/lessons/views.ts'
import { personById } from '#people/accounts/queries/people.ts'
import { getCreditAccountId } from '#sell/ledger/book.ts'
import { getOwedBalance } from '#sell/ledger/queries.ts'
import { getOwnCode } from '#sell/referrals/own-referrals.ts'
import { listLearnerEnrolments, listOpenOrders } from './queries.ts'
import type { signedUpInfo } from './wire.ts'

type SignedUpInfoData = z.output<(typeof signedUpInfo)['answers'][200]>['data']

export const CREDIT_CURRENCY = 'USD'

export async function getSignedUpInfo(deps: Deps, personId: string): Promise<SignedUpInfoData> {
  const email = (await personById(deps.db, personId))?.email ?? ''
  const [enrolments, openOrders, waitlists, reminders, credit, referralCode] = await Promise.all([
    listLearnerEnrolments(deps.db, personId),
    listOpenOrders(deps.db, personId),
    listWaitlists(deps.db, email),
    listReminders(deps.db, email),
    getOwedBalance(deps.db, getCreditAccountId(personId, CREDIT_CURRENCY)),
    getOwnCode(deps, personId),
  ])
  const courseCodes = [...new Set(enrolments.map((row) => row.course_code))]
  const learning = listLearning(
    await loadFactsOfCourses(deps.db, asLearner(personId), { codes: courseCodes }),
    deps.clock(),
  )
  return {
    courseCodes: [...new Set(enrolments.filter((row) => row.state === 'active').map((row) => row.cohort_code))],
    enrolments: enrolments.map((row) => ({
      enrolmentId: row.id,
      courseCode: row.cohort_code,
      coursePrefixCode: row.course_code,
      offerCode: row.offer_code,
      title: row.title,
      deliveryType: row.delivery_type as 'live' | 'on-demand',
      status: row.state as 'active' | 'cancelled',
      paymentType: row.payment_type,
      paymentStatus: row.balance_due_at && !row.balance_paid_at ? ('pending' as const) : ('complete' as const),
      balanceDue: getBalanceDue(row, personId),
      isPaused: row.paused_at !== null,
      isFrozen: row.state === 'active' && row.frozen_at !== null,
      startsAt: row.starts_at?.toISOString() ?? null,
      endsAt: row.ends_at?.toISOString() ?? null,
      timezoneId: row.timezone_id,
      nextSession:
        row.state === 'active' && row.next_starts_at && row.next_ends_at
          ? { startsAt: row.next_starts_at.toISOString(), endsAt: row.next_ends_at.toISOString() }
          : null,
      calendarUrl:
        row.state === 'active' && row.starts_at !== null ? createCalendarPath(deps.secrets, row.cohort_code) : null,
      ...(learning.get(row.id) ?? NO_LEARNING),
      url: getRoomPath(row.course_code),
    })),
    pendingOrders: openOrders.map((row) => ({
      orderId: row.id,
      courseCode: row.cohort_code,
      status: 'pending',
      resumeUrl: toResumeUrl(row),
    })),
    waitlists: waitlists.map((row) => ({ courseCode: row.cohort_code, position: row.position })),
    reminders,
    credit: toWire(money(credit, CREDIT_CURRENCY)),
    referralCode,
  }
}

type Learning = {
  progressPercent: number
  completedAt: string | null
  accessState: AccessState
  accessUntil: string | null
}
/** An enrolment that began between two statements. */
const NO_LEARNING: Learning = { progressPercent: 0, completedAt: null, accessState: 'none', accessUntil: null }

/** By enrolment: the progress in its course, and the access that this enrolment alone gives. */
function listLearning(courses: ReadonlyMap<string, CourseFacts>, now: Date): Map<string, Learning> {
  return new Map(
    [...courses.values()].flatMap((facts) => {
      const { percent } = toProgressView(facts, getAccess(facts, now))
      return facts.enrolments.map((enrolment): [string, Learning] => {
        const { state, until } = decideEnrolmentAccess(enrolment, now)
        return [
          enrolment.enrolmentId,
          {
            progressPercent: percent,
            completedAt: facts.completion?.completedAt.toISOString() ?? null,
            accessState: state,
            accessUntil: until?.toISOString() ?? null,
          },
        ]
      })
    }),
  )
}

/** The page on which the person pays an order that is not paid yet. */
export function toResumeUrl({ id, offer_code }: { id: string; offer_code: string }): string {
  return `/checkout/${offer_code}?order=${id}`
}

type EnrolmentRow = Awaited<ReturnType<typeof listLearnerEnrolments>>[number]

/** Only the buyer owes the balance. A cancelled cohort has no balance due. */
function getBalanceDue(
  { balance_due_at, balance_paid_at, buyer_id, left_minor, currency, cohort_state }: EnrolmentRow,
  personId: string,
) {
  if (cohort_state === 'cancelled') return null
  const hasBalance = balance_due_at && !balance_paid_at && buyer_id === personId && left_minor > 0
  return hasBalance ? { dueAt: balance_due_at.toISOString(), amount: toWire(money(left_minor, currency)) } : null
}
