/** The refund window of an order: by the first session, or by one that moved after the purchase. Price rule 9. */
import { getRefundWindow, type RefundWindow } from '#domain/orders/refund-terms.ts'
import { getLastMovedStart, type ScheduleChange } from '#domain/schedule-change.ts'
import { listCohortChanges } from '#learn/live/queries/schedule-changes.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { getOrderedCohort } from '#sell/orders/ordered-course.ts'
import type { Order } from '#sell/orders/queries/orders.ts'
import { getRefundFigures } from './refund-figures.ts'

export async function getOrderRefundWindow(db: Db | Tx, order: Order, now: Date): Promise<RefundWindow> {
  const { cohort_code } = order
  const startsAt = (await getOrderedCohort(db, order, now))?.startsAt ?? null
  const changes = cohort_code === null ? [] : await listCohortChanges(db, cohort_code)
  return getRefundWindowOfDates(order, { startsAt, changes }, now)
}

/** `startsAt`: of the first session. `changes`: all of the cohort's dates, in the order in which they were made. */
type OrderedDates = { startsAt: Date | null; changes: readonly ScheduleChange[] }

/** The window with the given dates. The buyer agreed to the dates of the moment at which the order was placed. */
export function getRefundWindowOfDates(order: Order, { startsAt, changes }: OrderedDates, now: Date): RefundWindow {
  const { created_at, completed_at } = order
  const movedTo = getLastMovedStart(changes, created_at, now)
  const facts = { firstSessionAt: startsAt, movedTo, boughtAt: completed_at ?? created_at }
  return getRefundWindow(facts, getRefundFigures(order), now)
}
