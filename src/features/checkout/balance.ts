/** The balance of a deposit: paid, whoever brought the last part of it, or not. Inside the caller's transaction. */
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { lockOrder, markBalancePaid } from './queries/orders.ts'
import { paymentsOf } from './queries/payments.ts'
import { payable } from './standing.ts'

/** Once nothing is left to pay, what was paused is open again. */
export async function noteBalance(deps: Deps, tx: Tx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order?.balance_due_at || order.balance_paid_at) return
  if (payable(order, await paymentsOf(tx, orderId), deps.clock())) return
  await markBalancePaid(tx, orderId)
  await deps.jobs.enqueue(tx, 'balance.paid', { orderId }, { key: orderId })
}
