/**
 * Deletes orders that nobody paid, 30 days after they were placed. A charge that arrives later still brings the order
 * back without its buyer, so that the money goes back like any that cannot be used, and admins see it.
 */
import { createDeletedAccountEmail } from '#domain/contact.ts'
import type { ProviderFact } from '#domain/orders/payment.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/transaction.ts'
import { logFailure } from '#platform/db/unavailable.ts'
import type { PaymentProvider } from '#platform/payments/gateway.ts'
import { deleteDeadOrder, listDeadOrders, lockDeletedOrder, restoreOrder } from '#sell/orders/queries/deleted-orders.ts'
import { paymentOfIntent } from '#sell/orders/queries/payments.ts'

const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
const IN_ONE_ROUND = 500

/** Deletes up to `limit` orders. An order that cannot be deleted does not count, so it never holds up the later ones. */
export async function deleteDeadOrders(deps: Deps, limit = IN_ONE_ROUND): Promise<void> {
  const before = new Date(deps.clock().getTime() - DAYS * DAY_MS)
  let deleted = 0
  let batch = await listDeadOrders(deps.db, before, limit)
  while (batch.length > 0 && deleted < limit) {
    for (const { id: orderId } of batch)
      await transact(deps.db, (tx) => deleteDeadOrder(tx, orderId)).then(
        () => deleted++,
        (error) => logFailure(deps.log, error, 'an unpaid order could not be deleted', { orderId }),
      )
    batch = await listDeadOrders(deps.db, before, limit, batch.at(-1))
  }
}

/** The payment of a deleted order that was charged after all; undefined where there is none. */
export async function restoreChargedOrder(deps: Deps, provider: PaymentProvider, { status, intentId }: ProviderFact) {
  const isRestored = status === 'succeeded' && (await restoreDeletedOrder(deps, provider, intentId))
  return isRestored ? paymentOfIntent(deps.db, provider, intentId) : undefined
}

async function restoreDeletedOrder({ db, log }: Deps, provider: PaymentProvider, intentId: string): Promise<boolean> {
  return transact(db, async (tx) => {
    const order = await lockDeletedOrder(tx, provider, intentId)
    if (!order) return false
    const { order_id: orderId } = order
    const buyer = { email: createDeletedAccountEmail(orderId), name: 'Deleted buyer' }
    await restoreOrder(
      tx,
      orderId,
      buyer,
      order.product === 'cohort' ? createLines(order) : [createGiftCardLine(order)],
    )
    log.warn({ orderId, intentId }, 'the provider charged an order that had been deleted; the money goes back')
    return true
  })
}

function createLines({ seats, total_minor: total }: { seats: number; total_minor: number }) {
  const each = Math.floor(total / seats)
  return Array.from({ length: seats }, (_, position) => ({
    position,
    kind: 'seats' as const,
    label: `Seat ${position + 1} of a deleted order`,
    amountMinor: position === 0 ? total - each * (seats - 1) : each,
  }))
}

function createGiftCardLine({ total_minor: amountMinor }: { total_minor: number }) {
  return { position: 0, kind: 'gift-card' as const, label: 'Gift card of a deleted order', amountMinor }
}
