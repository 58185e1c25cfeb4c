/** What a learner is enrolled in and has left to pay, in one answer. 6 statements, however many courses. */
import type { z } from 'zod'
import { money, toWire } from '#domain/money.ts'
import { personById } from '#features/accounts/queries/people.ts'
import { calendarPath } from '#features/catalog/calendar.ts'
import { remindersOf, waitlistsOf } from '#features/leads/queries.ts'
import { creditAccount } from '#features/ledger/book.ts'
import { owedOn } from '#features/ledger/queries.ts'
import type { Deps } from '#http/deps.ts'
import { enrolmentsOf, openOrdersOf } from './queries.ts'
import type { signedUpInfo } from './wire.ts'

type Info = z.output<(typeof signedUpInfo)['answers'][200]>['data']

const CREDIT_CURRENCY = 'USD'

export async function signedUpInfoOf(deps: Deps, personId: string): Promise<Info> {
  const email = (await personById(deps.db, personId))?.email ?? ''
  const [enrolments, open, waitlists, reminders, credit] = await Promise.all([
    enrolmentsOf(deps.db, personId),
    openOrdersOf(deps.db, personId),
    waitlistsOf(deps.db, email),
    remindersOf(deps.db, email),
    owedOn(deps.db, creditAccount(personId, CREDIT_CURRENCY)),
  ])
  return {
    courseCodes: [...new Set(enrolments.filter((row) => row.state === 'active').map((row) => row.course_code))],
    enrolments: enrolments.map((row) => ({
      enrolmentId: row.id,
      courseCode: row.course_code,
      coursePrefixCode: row.prefix_code,
      offerCode: row.offer_code,
      title: row.title,
      deliveryType: row.delivery_type as 'live' | 'on-demand',
      status: row.state as 'active' | 'cancelled',
      paymentType: row.payment_type,
      paymentStatus: row.balance_due_at && !row.balance_paid_at ? ('pending' as const) : ('complete' as const),
      balanceDue: balanceOf(row, personId),
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
        row.state === 'active' && row.starts_at !== null ? calendarPath(deps.secrets, row.course_code) : null,
      progressPercent: 0,
      url: `/portal#${row.course_code}`,
    })),
    pendingOrders: open.map((row) => ({
      orderId: row.id,
      courseCode: row.course_code,
      status: 'pending',
      resumeUrl: `/checkout/${row.offer_code}?order=${row.id}`,
    })),
    waitlists: waitlists.map((row) => ({ courseCode: row.course_code, position: row.position })),
    reminders,
    credit: toWire(money(credit, CREDIT_CURRENCY)),
    referralCode: null,
  }
}

type Row = Awaited<ReturnType<typeof enrolmentsOf>>[number]

/** A friend who was brought along owes nothing, and nobody owes anything for dates that were cancelled. */
function balanceOf(
  { balance_due_at, balance_paid_at, buyer_id, left_minor, currency, cohort_state }: Row,
  personId: string,
) {
  if (cohort_state === 'cancelled') return null
  const isOwed = balance_due_at && !balance_paid_at && buyer_id === personId && left_minor > 0
  return isOwed ? { dueAt: balance_due_at.toISOString(), amount: toWire(money(left_minor, currency)) } : null
}
