/** Reads the facts that an admin checks before cancelling a cohort. */
import { money, toWire } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { getPaidForCohort } from '#sell/refunds/cancelled-seats.ts'
import { getCohortByCode } from './queries/cohorts.ts'
import { getCohortCancellation } from './queries/one-order.ts'
import type { AdminCohort } from './wire/cohorts.ts'

export async function readCohort({ db }: Deps, cohortCode: string): Promise<Outcome<AdminCohort>> {
  const [cohort, paid, cancellation] = await Promise.all([
    getCohortByCode(db, cohortCode),
    getPaidForCohort(db, cohortCode),
    getCohortCancellation(db, cohortCode),
  ])
  if (!cohort) return refused('COURSE_NOT_FOUND')
  return accepted({
    courseCode: cohortCode,
    title: cohort.title,
    startsAt: cohort.starts_at?.toISOString() ?? null,
    seats: cohort.seats,
    pending: cohort.pending,
    paid: paid.filter(({ minor }) => minor > 0).map(({ minor, currency }) => toWire(money(minor, currency))),
    disputed: paid
      .filter(({ disputed_minor }) => disputed_minor > 0)
      .map(({ disputed_minor, currency }) => toWire(money(disputed_minor, currency))),
    ended: cancellation
      ? { at: cancellation.cancelled_at.toISOString(), by: cancellation.by, reason: cancellation.reason }
      : null,
  })
}
