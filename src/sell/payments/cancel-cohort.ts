/**
 * Cancels a cohort. One transaction ends every seat in it, held or taken, and closes enrolment. Then a job handles its
 * orders: it closes an unpaid order and refunds a paid one in full, regardless of the refund window.
 */

import { returnSeats } from '#catalogue/catalog/queries/seats.ts'
import { cancelCohortRow } from '#catalogue/catalog/queries.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { endSeatsOfCohort } from '#learn/enrolments/end-seats.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction, transact } from '#platform/db/transaction.ts'
import { handleEach } from '#platform/jobs/handle-each.ts'
import { cohortCancelledJob, orderCancelledJob } from '#sell/checkout/queue.ts'
import { lockOrder } from '#sell/orders/queries/orders.ts'
import { listSeatsElsewhere } from '#sell/orders/queries/seat-cohorts.ts'
import { allocateOpenRefunds } from '#sell/refunds/allocate-refund.ts'
import { applyRefund } from '#sell/refunds/apply-refund.ts'
import { getCancelledSeats } from '#sell/refunds/cancelled-seats.ts'
import { listUnallocatedRefunds } from '#sell/refunds/queries/refunds.ts'
import { syncOrderRefunds } from '#sell/refunds/sync-refunds.ts'
import { cancelLivePayment, closeOrder } from './end-order.ts'
import {
  addOrdersOfCancelledCohort,
  getAdminCancellation,
  isEnded,
  listCohortsToEnd,
  listOrdersToEnd,
  markOrderEnded,
} from './queries/cancellations.ts'

/** The job looks at a processing payment again after this time. */
const AGAIN_MS = 10 * 60 * 1000

type Cancellation = { cohortCode: string; by: string; reason: string }

export async function cancelCohort(deps: Deps, by: string, cohortCode: string, reason: string): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, (tx) => cancelCohortIn(deps, tx, { kind: 'admin', id: by }, { cohortCode, reason }))
}

/** In the caller's transaction. The actor is an admin, or the creator of the course. */
export async function cancelCohortIn(
  deps: Deps,
  tx: Tx,
  actor: { kind: 'admin' | 'learner'; id: string },
  { cohortCode, reason }: { cohortCode: string; reason: string },
): Promise<Outcome<null>> {
  const cancellation = { cohortCode, by: actor.id, reason }
  // Seats before the cohort's row, which is the order in which refunds take their locks.
  const before = await endSeatsOfCohort(deps, tx, cancellation)
  if (!(await cancelCohortRow(tx, cohortCode, actor.id, reason))) return refused('COURSE_NOT_FOUND')
  const meanwhile = await endSeatsOfCohort(deps, tx, cancellation)
  await returnSeats(tx, cohortCode, before + meanwhile)
  await addOrdersOfCancelledCohort(tx, cohortCode)
  await deps.jobs.enqueue(tx, cohortCancelledJob, { cohortCode }, { key: cohortCode })
  await recordEvent(deps, tx, { actor, action: 'cohort-cancelled', object: { kind: 'cohort', id: cohortCode } })
  return accepted(null)
}

/** Safe to run again at any point: an order that is done is not looked at any more. */
export async function endCohortOrders(deps: Deps, cohortCode: string): Promise<void> {
  const cancellation = await getAdminCancellation(deps.db, cohortCode)
  if (!cancellation) return
  await handleEach(
    deps.log,
    await listOrdersToEnd(deps.db, cohortCode),
    (orderId) => endOrder(deps, orderId, { ...cancellation, cohortCode }),
    (orderId) => ['an order is not ended yet', { orderId }],
  )
  if ((await listOrdersToEnd(deps.db, cohortCode)).length === 0) return
  const startAfter = new Date(deps.clock().getTime() + AGAIN_MS)
  await deps.jobs.enqueue(deps.db, cohortCancelledJob, { cohortCode }, { key: getRetryKey(cohortCode), startAfter })
}

/** Enqueues the job of each cancelled cohort with orders left, in case that job was lost or failed too often. */
export async function resumeCancellations(deps: Deps): Promise<void> {
  for (const cohortCode of await listCohortsToEnd(deps.db))
    await deps.jobs.enqueue(deps.db, cohortCancelledJob, { cohortCode }, { key: getRetryKey(cohortCode) })
}

const getRetryKey = (cohortCode: string): string => `${cohortCode} again`

async function endOrder(deps: Deps, orderId: string, cancellation: Cancellation): Promise<void> {
  const { cohortCode } = cancellation
  // The buyer may be paying the balance of a seat that moved to other dates.
  const isOver = (await listSeatsElsewhere(deps.db, orderId, cohortCode)).every(({ isTaken }) => !isTaken)
  if (isOver && !(await cancelLivePayment(deps, orderId)).ok) return
  if ((await listUnallocatedRefunds(deps.db, orderId)).length > 0) await syncOrderRefunds(deps, orderId)
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || (await isEnded(tx, orderId, cohortCode))) return
    if (order.state === 'open' && !(await closeOrder(tx, orderId, 'cancelled'))) return
    if (order.state === 'complete') await refundOrderInFull(deps, tx, order, cancellation)
    await markOrderEnded(tx, orderId, cohortCode)
  })
}

type Order = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/** All lines of the seats that had these dates. Seats that moved to other dates keep theirs. */
async function refundOrderInFull(deps: Deps, tx: Tx, order: Order, cancellation: Cancellation): Promise<void> {
  const { cohortCode, by, reason } = cancellation
  const { lines: own, isPart } = await getCancelledSeats(tx, order, cohortCode)
  // These lines are refunded in full, so an unallocated refund needs no decision: it belongs to them first.
  const ending = isPart ? own.map(({ line }) => line.id) : []
  await allocateOpenRefunds(deps, tx, order, { ending, waiting: 'asked anew' }, { cause: 'provider', by, reason })
  const { lines } = await getCancelledSeats(tx, order, cohortCode)
  const wanted = lines.map((line) => ({ ...line, endsSeat: true }))
  const refundId = await applyRefund(deps, tx, order, wanted, { cause: 'cohort-cancelled', by, reason })
  if (!refundId)
    await deps.jobs.enqueue(
      tx,
      orderCancelledJob,
      { orderId: order.id, cohortCode },
      { key: `${order.id} ${cohortCode}` },
    )
}
