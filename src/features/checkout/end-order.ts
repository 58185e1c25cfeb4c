/**
 * Ends an unpaid order. First the provider's intent is cancelled and known to be dead; only then are
 * the seats given back. Money that turns out to have arrived is settled instead.
 */
import { next } from '#domain/order.ts'
import { holdOf } from '#features/enrolments/queries.ts'
import { releaseSeats } from '#features/enrolments/seats.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/one-transaction.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { giveClaimsBack } from './claims.ts'
import { openIntent } from './intent.ts'
import { lockOrder, moveOrder } from './queries/orders.ts'
import { livePayment } from './queries/payments.ts'
import { settle } from './settle.ts'

/** Ends an order whose hold has lapsed. What is processing keeps its seats, and is looked at again. */
export async function expireOrder(deps: Deps, gateway: Gateway, orderId: string): Promise<void> {
  // A buyer who tries again has more time: nothing of theirs is touched before it is over.
  if (!(await hasLapsed(deps.db, orderId)) || !(await killIntent(deps, gateway, orderId))) return
  await transact(deps.db, async (tx) => {
    if (await hasLapsed(tx, orderId)) await closeOrder(tx, orderId, 'lapsed')
  })
}

/**
 * Makes way for a new order of the same address, whose transaction then closes this one, so that the
 * seat passes from one to the other. Whoever is at the bank's own page is never interrupted: false.
 */
export async function yieldOrder(deps: Deps, gateway: Gateway, orderId: string): Promise<boolean> {
  const payment = await livePayment(deps.db, orderId)
  if (!payment) return true
  const fact = await openIntent(deps, gateway, payment)
  if (fact.status === 'requires_action') return false
  return killIntent(deps, gateway, orderId)
}

/** Closes an order that nobody can pay any more and gives its seats back; false while it can be, or has been. */
export async function closeOrder(
  tx: Tx,
  orderId: string,
  as: 'lapsed' | 'called-off' | 'superseded',
): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (!order || (await livePayment(tx, orderId))) return false
  const move = next(order.state, as === 'superseded' ? 'superseded' : 'hold_lapsed')
  if (!move) return order.state !== 'complete' && order.state !== 'returning'
  await moveOrder(tx, orderId, as === 'superseded' ? as : 'expired')
  await releaseSeats(tx, orderId, as === 'lapsed' ? 'unpaid' : 'released')
  await giveClaimsBack(tx, order)
  return true
}

/** Closes the order that a new one of the same client replaces; answers its hold, whose times go on. False as closeOrder. */
export async function closeReplaced(tx: Tx, orderId: string) {
  const hold = await holdOf(tx, orderId)
  // A hold that ran out has ended, and the new order is judged like any that comes after it.
  if (!hold?.lapsed) return (await closeOrder(tx, orderId, 'superseded')) && { hold }
  return (await closeOrder(tx, orderId, 'lapsed')) && { hold: undefined }
}

/** Lets go of a balance that was begun and left; what is processing is left alone. */
export async function abandonBalance(deps: Deps, orderId: string): Promise<void> {
  const payment = await livePayment(deps.db, orderId)
  if (deps.gateway && payment?.purpose === 'balance') await killIntent(deps, deps.gateway, orderId)
}

/** Makes sure nobody can pay the order's live payment any more. */
export async function killIntent(deps: Deps, gateway: Gateway, orderId: string): Promise<boolean> {
  const payment = await livePayment(deps.db, orderId)
  if (!payment) return true
  const { intentId } = await openIntent(deps, gateway, payment)
  const fact = await gateway.cancelIntent(intentId)
  await settle(deps, fact)
  return fact.status === 'canceled'
}

async function hasLapsed(db: Parameters<typeof holdOf>[0], orderId: string): Promise<boolean> {
  const hold = await holdOf(db, orderId)
  return hold?.state !== 'live' || hold.lapsed
}
