/**
 * Calls a run off. From that moment nobody gets a seat in it; then, order by order, who was about to pay
 * is let go, and who paid has all of it back, whatever the refund window says.
 */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { cancelRun } from '#features/catalog/queries.ts'
import type { Deps } from '#http/deps.ts'
import { logFault } from '#platform/db/away.ts'
import { inOneTransaction, transact } from '#platform/db/one-transaction.ts'
import { applyRefund, standingsOf } from './apply-refund.ts'
import { shareUndecided } from './decide-refund.ts'
import { closeOrder, killIntent } from './end-order.ts'
import { hearOrder } from './hear-refunds.ts'
import { cancellationOf, linesOf, lockOrder, ordersToEnd } from './queries/orders.ts'
import { undecidedRefunds } from './queries/refunds.ts'

/** What is still processing at the provider is looked at again after this. */
const AGAIN_MS = 10 * 60 * 1000

export async function cancelCohort(deps: Deps, by: string, courseCode: string, reason: string): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx) => {
    if (!(await cancelRun(tx, courseCode, by, reason))) return refused('COURSE_NOT_FOUND')
    await deps.jobs.enqueue(tx, 'cohort.cancelled', { courseCode }, { key: courseCode })
    return accepted(null)
  })
}

/** Bears being run again at any point: what is done is not there any more. */
export async function endOrdersOf(deps: Deps, courseCode: string): Promise<void> {
  const why = await cancellationOf(deps.db, courseCode)
  if (!why) return
  for (const orderId of await ordersToEnd(deps.db, courseCode)) {
    await endOrder(deps, orderId, why).catch((error) =>
      logFault(deps.log, error, 'an order is not ended yet', { orderId }),
    )
  }
  if ((await ordersToEnd(deps.db, courseCode)).length === 0) return
  const startAfter = new Date(deps.clock().getTime() + AGAIN_MS)
  await deps.jobs.enqueue(deps.db, 'cohort.cancelled', { courseCode }, { key: `${courseCode} again`, startAfter })
}

async function endOrder(deps: Deps, orderId: string, { by, reason }: { by: string; reason: string }): Promise<void> {
  if (deps.gateway && !(await killIntent(deps, deps.gateway, orderId))) return
  if ((await undecidedRefunds(deps.db, orderId)).length > 0) await hearOrder(deps, orderId)
  await transact(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.state === 'open') return void (await closeOrder(tx, orderId, 'expired'))
    if (order?.state !== 'complete') return
    // Every seat ends and all goes back, so nobody has to say whose it was.
    await shareUndecided(deps, tx, order, { ending: [], waiting: 'asked anew' }, { cause: 'provider', by, reason })
    const lines = await linesOf(tx, orderId)
    const { standings } = await standingsOf(tx, order, lines, null, deps.clock())
    const wanted = lines.map((line) => {
      const { refundable, unpaid } = standings.get(line.id)!
      return { line, amount: refundable, endsSeat: true, unpaid }
    })
    const refundId = await applyRefund(deps, tx, order, wanted, { cause: 'cohort-cancelled', by, reason })
    if (!refundId) await deps.jobs.enqueue(tx, 'order.called-off', { orderId }, { key: orderId })
  })
}
