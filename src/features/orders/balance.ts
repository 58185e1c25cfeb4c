/** Marks the balance of a deposit as paid or unpaid, inside the caller's transaction. */
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { payable } from './get-order-balance.ts'
import { lockOrder, markBalancePaid } from './queries/orders.ts'
import { listOrderPayments } from './queries/payments.ts'

/** A paid balance resumes a paused order. */
export async function noteBalance(deps: Deps, tx: Tx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order?.balance_due_at || order.balance_paid_at) return
  if (payable(order, await listOrderPayments(tx, orderId), deps.clock())) return
  await markBalancePaid(tx, orderId)
  await deps.jobs.enqueue(tx, 'balance.paid', { orderId }, { key: orderId })
  if (order.paused_at) await enqueuePause(deps, tx, { orderId, since: order.paused_at, isOver: true })
}

/** The buyer gets the e-mails about the balance, and the friends one about their access. */
export async function enqueuePause(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  { orderId, since, isOver }: { orderId: string; since: Date; isOver: boolean },
): Promise<void> {
  const change = { orderId, kind: 'locked', since: since.toISOString(), isOver }
  await jobs.enqueue(tx, 'access.changed', change, { key: `${orderId} locked ${change.since} ${isOver}` })
}
