/** The refund window of an order: by the first session, or by one that moved after the purchase. Price rule 9. */
import { getRefundWindow, type RefundWindow } from '#domain/orders/refund-terms.ts'
import { getLastMovedStart } from '#domain/schedule-change.ts'
import { listCohortChanges } from '#learn/live/queries/schedule-changes.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { getOrderedCohort } from '#sell/orders/ordered-course.ts'
import type { Order } from '#sell/orders/queries/orders.ts'
import { getRefundFigures } from './refund-figures.ts'

/** The buyer agreed to the dates of the moment at which the order was placed. */
export async function getOrderRefundWindow(db: Db | Tx, order: Order, now: Date): Promise<RefundWindow> {
  const { cohort_code, created_at, completed_at } = order
  const firstSessionAt = (await getOrderedCohort(db, order, now))?.startsAt ?? null
  const changes = cohort_code === null ? [] : await listCohortChanges(db, cohort_code)
  const movedTo = getLastMovedStart(changes, created_at, now)
  const facts = { firstSessionAt, movedTo, boughtAt: completed_at ?? created_at }
  return getRefundWindow(facts, getRefundFigures(order), now)
}
