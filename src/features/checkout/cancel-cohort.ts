/**
 * Cancels a cohort. In one transaction every seat in it ends, held or taken, and nobody gets one any more. Then a job
 * goes through its orders: an unpaid order is closed, and a paid one gets all its money back, whatever the refund
 * window says.
 */
import { add, money, smaller, zero } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { splitBy } from '#domain/split.ts'
import { recordEvent } from '#features/audit-log/record.ts'
import { cancelCohortRow } from '#features/catalog/queries.ts'
import { endSeatsOfCohort } from '#features/enrolments/end-seats.ts'
import { giveSeatsBack } from '#features/enrolments/queries.ts'
import type { Deps } from '#http/deps.ts'
import { logFault } from '#platform/db/away.ts'
import type { Tx } from '#platform/db/db.ts'
import { inOneTransaction, transact } from '#platform/db/one-transaction.ts'
import { applyRefund, leftToRefund, standingsOf } from './apply-refund.ts'
import { shareUndecided } from './decide-refund.ts'
import { closeOrder, killIntent } from './end-order.ts'
import { hearOrder } from './hear-refunds.ts'
import { addOrdersToEnd, adminCancellation, isEnded, noteEnded, ordersToEnd } from './queries/cancellations.ts'
import { linesOf, lockOrder } from './queries/orders.ts'
import { undecidedRefunds } from './queries/refunds.ts'

/** What is still processing at the provider is looked at again after this. */
const AGAIN_MS = 10 * 60 * 1000

type Cancellation = { by: string; reason: string }

export async function cancelCohort(deps: Deps, by: string, courseCode: string, reason: string): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    const cancellation = { courseCode, by, reason }
    // Seats before the cohort's row, which is the order in which refunds take their locks.
    const before = await endSeatsOfCohort(tx, cancellation)
    if (!(await cancelCohortRow(tx, courseCode, by, reason))) return refused('COURSE_NOT_FOUND')
    const meanwhile = await endSeatsOfCohort(tx, cancellation)
    await giveSeatsBack(tx, courseCode, before + meanwhile)
    await addOrdersToEnd(tx, courseCode)
    await deps.jobs.enqueue(tx, 'cohort.cancelled', { courseCode }, { key: courseCode })
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: by },
      action: 'cohort-cancelled',
      object: { kind: 'cohort', id: courseCode },
    })
    return accepted(null)
  })
}

/** Safe to run again at any point: an order that is done is not looked at any more. */
export async function endOrdersOf(deps: Deps, courseCode: string): Promise<void> {
  const cancellation = await adminCancellation(deps.db, courseCode)
  if (!cancellation) return
  for (const orderId of await ordersToEnd(deps.db, courseCode)) {
    await endOrder(deps, orderId, cancellation).catch((error) =>
      logFault(deps.log, error, 'an order is not ended yet', { orderId }),
    )
  }
  if ((await ordersToEnd(deps.db, courseCode)).length === 0) return
  const startAfter = new Date(deps.clock().getTime() + AGAIN_MS)
  await deps.jobs.enqueue(deps.db, 'cohort.cancelled', { courseCode }, { key: `${courseCode} again`, startAfter })
}

async function endOrder(deps: Deps, orderId: string, cancellation: Cancellation): Promise<void> {
  if (deps.gateway && !(await killIntent(deps, deps.gateway, orderId))) return
  if ((await undecidedRefunds(deps.db, orderId)).length > 0) await hearOrder(deps, orderId)
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || (await isEnded(tx, orderId))) return
    if (order.state === 'open' && !(await closeOrder(tx, orderId, 'called-off'))) return
    if (order.state === 'complete') await sendAllBack(deps, tx, order, cancellation)
    await noteEnded(tx, orderId)
  })
}

type Order = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

async function sendAllBack(deps: Deps, tx: Tx, order: Order, { by, reason }: Cancellation): Promise<void> {
  // All goes back, so nobody has to say whose money it was that somebody sent back at the provider.
  await shareUndecided(deps, tx, order, { ending: [], waiting: 'asked anew' }, { cause: 'provider', by, reason })
  const lines = await linesOf(tx, order.id)
  const { standings } = await standingsOf(tx, order, lines, null, deps.clock())
  const refundable = lines.map((line) => standings.get(line.id)!.refundable)
  // A bank took back what was lost to a dispute.
  const left = smaller(
    refundable.reduce(add, zero(order.currency)),
    money(await leftToRefund(tx, order), order.currency),
  )
  const shares = splitBy(
    left,
    refundable.map(({ minor }) => minor),
  )
  const wanted = lines.map((line, at) => {
    const { unpaid } = standings.get(line.id)!
    return { line, amount: shares[at]!, endsSeat: true, unpaid }
  })
  const refundId = await applyRefund(deps, tx, order, wanted, { cause: 'cohort-cancelled', by, reason })
  if (!refundId) await deps.jobs.enqueue(tx, 'order.called-off', { orderId: order.id }, { key: order.id })
}
