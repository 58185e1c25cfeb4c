/** The refund window of an order: by the first session, or by one that moved after the purchase. Price rule 9. */

import type { RefundStep } from '#domain/orders/refund-policy.ts'
import {
  getRefundWindow,
  listOrderRefundSteps,
  type RefundFacts,
  type RefundWindow,
} from '#domain/orders/refund-terms.ts'
import { getLastMovedStart, type ScheduleChange } from '#domain/schedule-change.ts'
import { listCohortChanges } from '#learn/live/queries/schedule-changes.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { getOrderedCohort } from '#sell/orders/ordered-course.ts'
import type { Order } from '#sell/orders/queries/orders.ts'
import { getRefundFigures } from './refund-figures.ts'

export async function getOrderRefundWindow(db: Db | Tx, order: Order, now: Date): Promise<RefundWindow> {
  const startsAt = (await getOrderedCohort(db, order, now))?.startsAt ?? null
  return getRefundWindowOfDates(order, { startsAt, changes: await listChanges(db, order) }, now)
}

/** What comes back until when, as the order page and the receipt say it. `startsAt`: of the first session. */
export async function loadRefundSteps(
  db: Db | Tx,
  order: Order,
  startsAt: Date | null,
  now: Date,
): Promise<RefundStep[]> {
  const dates = { startsAt, changes: await listChanges(db, order) }
  return listOrderRefundSteps(getRefundFacts(order, dates, now), getRefundFigures(order))
}

async function listChanges(db: Db | Tx, { cohort_code }: Order): Promise<readonly ScheduleChange[]> {
  return cohort_code === null ? [] : listCohortChanges(db, cohort_code)
}

/** `startsAt`: of the first session. `changes`: all of the cohort's dates, in the order in which they were made. */
type OrderedDates = { startsAt: Date | null; changes: readonly ScheduleChange[] }

/** The window with the given dates. The buyer agreed to the dates of the moment at which the order was placed. */
export function getRefundWindowOfDates(order: Order, dates: OrderedDates, now: Date): RefundWindow {
  return getRefundWindow(getRefundFacts(order, dates, now), getRefundFigures(order), now)
}

function getRefundFacts(order: Order, { startsAt, changes }: OrderedDates, now: Date): RefundFacts {
  const { created_at, completed_at } = order
  const movedTo = getLastMovedStart(changes, created_at, now)
  return { firstSessionAt: startsAt, movedTo, boughtAt: completed_at ?? created_at }
}
