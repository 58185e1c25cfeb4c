/**
 * Ends an unpaid order. First the provider's intent is cancelled and known to be dead; only then are
 * the seats given back. Money that turns out to have arrived is settled instead.
 */
import { next } from '#domain/order.ts'
import { holdOf } from '#features/enrolments/queries.ts'
import { releaseSeats } from '#features/enrolments/seats.ts'
import type { Deps } from '#http/deps.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { openIntent } from './intent.ts'
import { lockOrder, moveOrder } from './queries/orders.ts'
import { livePayment } from './queries/payments.ts'
import { settle } from './settle.ts'

/** True when the order is over and its seats are free; false when a payment of it is in hand or has succeeded. */
export async function endOpenOrder(
  deps: Deps,
  gateway: Gateway,
  orderId: string,
  as: 'expired' | 'superseded',
): Promise<boolean> {
  // A buyer who tries again has more time: nothing of theirs is touched before it is over.
  if (as === 'expired' && !(await hasLapsed(deps.db, orderId))) return false
  if (!(await killIntent(deps, gateway, orderId))) return false

  return deps.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || (await livePayment(tx, orderId))) return false
    const move = next(order.state as Parameters<typeof next>[0], as === 'expired' ? 'hold_lapsed' : 'superseded')
    if (!move) return order.state !== 'complete' && order.state !== 'returning'
    if (as === 'expired' && !(await hasLapsed(tx, orderId))) return false
    await moveOrder(tx, orderId, as)
    await releaseSeats(tx, orderId)
    return true
  })
}

/** Makes sure nobody can pay the order's live payment any more. */
async function killIntent(deps: Deps, gateway: Gateway, orderId: string): Promise<boolean> {
  const payment = await livePayment(deps.db, orderId)
  if (!payment) return true
  const { intentId } = await openIntent(deps, gateway, payment)
  const fact = await gateway.cancelIntent(intentId)
  await settle(deps, fact)
  return fact.status === 'canceled'
}

async function hasLapsed(db: Parameters<typeof holdOf>[0], orderId: string): Promise<boolean> {
  const hold = await holdOf(db, orderId)
  return !hold || hold.state !== 'live' || hold.lapsed
}
