/** What there is to know of a cohort before somebody calls it off. */
import { money, toWire } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { cohortByCode, paidForCohort } from './queries/cohorts.ts'
import { cohortEndOf } from './queries/one-order.ts'
import type { AdminCohort } from './wire/cohorts.ts'

export async function readCohort({ db }: Deps, courseCode: string): Promise<Outcome<AdminCohort>> {
  const [cohort, paid, end] = await Promise.all([
    cohortByCode(db, courseCode),
    paidForCohort(db, courseCode),
    cohortEndOf(db, courseCode),
  ])
  if (!cohort) return refused('COURSE_NOT_FOUND')
  return accepted({
    courseCode,
    title: cohort.title,
    startsAt: cohort.starts_at?.toISOString() ?? null,
    seats: cohort.seats,
    pending: cohort.pending,
    paid: paid.filter(({ minor }) => minor > 0).map(({ minor, currency }) => toWire(money(minor, currency))),
    ended: end ? { at: end.cancelled_at.toISOString(), by: end.by, reason: end.reason } : null,
  })
}
