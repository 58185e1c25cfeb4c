/**
 * The refund windows of an order: by the first session, or by one that was moved or cancelled after the
 * purchase. Price rule 9. A seat that a teacher moved to other dates has the later of both.
 */

import { getCohortForCode } from '#catalogue/catalog/cohort-on-sale.ts'
import type { RefundStep } from '#domain/orders/refund-policy.ts'
import { getRefundWindow, listOrderRefundSteps, type RefundWindow } from '#domain/orders/refund-terms.ts'
import {
  type CancelledSession,
  getLastMovedStart,
  listCancelledSessions,
  type ScheduleChange,
} from '#domain/schedule-change.ts'
import { listCohortChanges } from '#learn/live/queries/schedule-changes.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Order } from '#sell/orders/queries/orders.ts'
import { listSeatCohorts, listSeatMoves } from '#sell/orders/queries/seat-cohorts.ts'
import { getRefundFigures } from './refund-figures.ts'

/** `startsAt`: of the first session. `changes`: all of the cohort's dates, in the order in which they were made. */
export type CohortDates = { startsAt: Date | null; changes: readonly ScheduleChange[] }
type DatesByCohort = ReadonlyMap<string, CohortDates>

/** Some time that a seat had its dates. `left`: when it moved away, and the first session at that moment. */
type Stay = { cohortCode: string; since: Date; left: { at: Date; startsAt: Date | null } | null }
type OrderStays = { seat: number; isTaken: boolean; stays: Stay[] }[]

export type RefundWindows = {
  /** Of the taken seat that gets least. All seats have the same, unless some of them moved. */
  shown: RefundWindow
  /** The first session that `shown` is about. Null: on demand, or a gift card. */
  firstSessionAt: Date | null
  /** What comes back until when by `shown`, as the order page and the receipt say it. */
  steps: RefundStep[]
  ofSeat: (seat: number) => RefundWindow
  /** Sessions ahead of that seat’s dates that were cancelled since it had them. */
  cancelled: CancelledSession[]
}

export async function getOrderRefundWindows(db: Db | Tx, order: Order, now: Date): Promise<RefundWindows> {
  const stays = (await listStays(db, [order])).get(order.id)!
  return getWindowsOfDates(order, stays, await loadDates(db, listCohortCodes([stays]), now), now)
}

/** By order, with two statements for any number of orders. */
export async function listStays(db: Db | Tx, orders: readonly Order[]): Promise<Map<string, OrderStays>> {
  const ids = orders.filter(({ cohort_code }) => cohort_code !== null).map(({ id }) => id)
  const seats = await listSeatCohorts(db, ids)
  const moves = await listSeatMoves(db, ids)
  const seatsByOrder = Map.groupBy(seats, ({ orderId }) => orderId)
  const movesByOrder = Map.groupBy(moves, ({ orderId }) => orderId)
  return new Map(
    orders.map((order) => {
      const bought = { orderId: order.id, seat: 1, cohortCode: order.cohort_code, isTaken: true }
      const own = order.cohort_code === null ? [] : (seatsByOrder.get(order.id) ?? [bought])
      return [
        order.id,
        own.map(({ seat, cohortCode, isTaken }) => {
          const ofSeat = (movesByOrder.get(order.id) ?? []).filter((move) => move.seat === seat)
          const since = (at: number) => ofSeat[at - 1]?.movedAt ?? order.created_at
          const earlier = ofSeat.map(({ fromCohortCode, fromStartsAt, movedAt }, at) => ({
            cohortCode: fromCohortCode,
            since: since(at),
            left: { at: movedAt, startsAt: fromStartsAt },
          }))
          return {
            seat,
            isTaken,
            stays: [...earlier, { cohortCode: cohortCode!, since: since(ofSeat.length), left: null }],
          }
        }),
      ]
    }),
  )
}

export const listCohortCodes = (orders: readonly OrderStays[]): string[] => [
  ...new Set(orders.flatMap((seats) => seats.flatMap(({ stays }) => stays.map(({ cohortCode }) => cohortCode)))),
]

export async function loadDates(
  db: Db | Tx,
  cohortCodes: readonly string[],
  now: Date,
): Promise<Map<string, CohortDates>> {
  const dates = new Map<string, CohortDates>()
  for (const code of cohortCodes) {
    const startsAt = (await getCohortForCode(db, code, now))?.startsAt ?? null
    dates.set(code, { startsAt, changes: await listCohortChanges(db, code) })
  }
  return dates
}

/** The windows with the given dates. The buyer agreed to the dates of the moment at which the order was placed. */
export function getWindowsOfDates(order: Order, seats: OrderStays, dates: DatesByCohort, now: Date): RefundWindows {
  const boughtAt = order.completed_at ?? order.created_at
  const figures = getRefundFigures(order)
  const decide = (stays: readonly Stay[]) => {
    const firstSessionAt = getLatest(
      stays.map(({ cohortCode, left }) => (left ? left.startsAt : (dates.get(cohortCode)?.startsAt ?? null))),
    )
    const movedTo = getLatest(stays.map((stay) => getMovedStart(stay, dates.get(stay.cohortCode), now)))
    const facts = { firstSessionAt, movedTo, boughtAt }
    const held = stays.filter(({ left }) => left === null)
    return {
      firstSessionAt,
      cancelled: held.flatMap(({ cohortCode, since }) =>
        listCancelledSessions(dates.get(cohortCode)?.changes ?? [], since, now),
      ),
      window: getRefundWindow(facts, figures, now),
      steps: listOrderRefundSteps(facts, figures),
    }
  }
  const decided = seats.map(({ seat, isTaken, stays }) => ({ seat, isTaken, ...decide(stays) }))
  const taken = decided.some(({ isTaken }) => isTaken) ? decided.filter(({ isTaken }) => isTaken) : decided
  const [least] = taken.toSorted(
    (a, b) => a.window.percent - b.window.percent || a.window.until.getTime() - b.window.until.getTime(),
  )
  const shown = least ?? decide([])
  return {
    shown: shown.window,
    firstSessionAt: shown.firstSessionAt,
    steps: shown.steps,
    cancelled: shown.cancelled,
    ofSeat: (wanted) => decided.find(({ seat }) => seat === wanted)?.window ?? shown.window,
  }
}

/** Later changes of dates that the seat has left do not concern it. */
function getMovedStart({ since, left }: Stay, dates: CohortDates | undefined, now: Date): Date | null {
  const changes = (dates?.changes ?? []).filter(({ changedAt }) => left === null || changedAt <= left.at)
  return getLastMovedStart(changes, since, now, left ? left.startsAt : (dates?.startsAt ?? null))
}

function getLatest(times: readonly (Date | null)[]): Date | null {
  const known = times.flatMap((at) => at?.getTime() ?? [])
  return known.length === 0 ? null : new Date(Math.max(...known))
}
