/** Marks the balance of a deposit as paid or unpaid, inside the caller's transaction. */
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { balancePaidJob } from '#sell/checkout/queue.ts'
import { payable } from './get-order-balance.ts'
import { lockOrder, markBalancePaid } from './queries/orders.ts'
import { listOrderPayments } from './queries/payments.ts'

/** A paid balance resumes a paused order. */
export async function noteBalance(deps: Deps, tx: Tx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order?.balance_due_at || order.balance_paid_at) return
  if (payable(order, await listOrderPayments(tx, orderId), deps.clock())) return
  await markBalancePaid(tx, orderId)
  await deps.jobs.enqueue(
    tx,
    balancePaidJob,
    { orderId, pausedAt: order.paused_at?.toISOString() ?? null },
    { key: orderId },
  )
}
