/** What there is to know of a run before somebody calls it off. */
import { money, toWire } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { runEndOf } from './queries/one-order.ts'
import { paidForRun, runByCode } from './queries/runs.ts'
import type { Run } from './wire/runs.ts'

export async function readRun({ db }: Deps, courseCode: string): Promise<Outcome<Run>> {
  const [run, paid, end] = await Promise.all([
    runByCode(db, courseCode),
    paidForRun(db, courseCode),
    runEndOf(db, courseCode),
  ])
  if (!run) return refused('COURSE_NOT_FOUND')
  return accepted({
    courseCode,
    title: run.title,
    startsAt: run.starts_at?.toISOString() ?? null,
    seats: run.seats,
    pending: run.pending,
    paid: paid.filter(({ minor }) => minor > 0).map(({ minor, currency }) => toWire(money(minor, currency))),
    ended: end ? { at: end.cancelled_at.toISOString(), by: end.by, reason: end.reason } : null,
  })
}
