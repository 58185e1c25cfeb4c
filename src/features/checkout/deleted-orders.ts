/**
 * Deletes orders that nobody paid, 30 days after they were placed. A charge that arrives later still brings the order
 * back without its buyer, so that the money goes back like any that cannot be used, and admins see it.
 */
import { addressOfNobody } from '#domain/contact.ts'
import type { ProviderFact } from '#domain/payment.ts'
import type { Deps } from '#http/deps.ts'
import { logFault } from '#platform/db/away.ts'
import { transact } from '#platform/db/one-transaction.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { deleteDeadOrder, listDeadOrders, lockDeletedOrder, restoreOrder } from './queries/deleted-orders.ts'
import { paymentOfIntent } from './queries/payments.ts'

const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
const IN_ONE_ROUND = 500

export async function deleteDeadOrders(deps: Deps): Promise<void> {
  const before = new Date(deps.clock().getTime() - DAYS * DAY_MS)
  for (const orderId of await listDeadOrders(deps.db, before, IN_ONE_ROUND))
    await transact(deps.db, (tx) => deleteDeadOrder(tx, orderId)).catch((error) =>
      logFault(deps.log, error, 'an unpaid order could not be deleted', { orderId }),
    )
}

/** The payment of a deleted order that was charged after all; undefined where there is none. */
export async function restoreCharged(deps: Deps, provider: Gateway['provider'], { status, intentId }: ProviderFact) {
  const isRestored = status === 'succeeded' && (await restoreDeletedOrder(deps, provider, intentId))
  return isRestored ? paymentOfIntent(deps.db, provider, intentId) : undefined
}

async function restoreDeletedOrder(
  { db, log }: Deps,
  provider: Gateway['provider'],
  intentId: string,
): Promise<boolean> {
  return transact(db, async (tx) => {
    const order = await lockDeletedOrder(tx, provider, intentId)
    if (!order) return false
    const { order_id: orderId, seats, total_minor: total } = order
    const each = Math.floor(total / seats)
    const lines = Array.from({ length: seats }, (_, position) => ({
      position,
      label: `Seat ${position + 1} of a deleted order`,
      amountMinor: position === 0 ? total - each * (seats - 1) : each,
    }))
    await restoreOrder(tx, orderId, { email: addressOfNobody(orderId), name: 'Deleted buyer' }, lines)
    log.warn({ orderId, intentId }, 'the provider charged an order that had been deleted; the money goes back')
    return true
  })
}
