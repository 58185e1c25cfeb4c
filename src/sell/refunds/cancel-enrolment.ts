/** Ends one seat, and sends back what its refund window gives; an admin may give all of it, or nothing. */
import { toWire, zero } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { getEnrolment } from '#learn/enrolments/queries.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { listOrderLines } from '#sell/orders/queries/order-lines.ts'
import { lockOrder } from '#sell/orders/queries/orders.ts'
import { applyRefund, getLineBalances } from './apply-refund.ts'
import { hasOpenDispute } from './queries/disputes.ts'
import { listUnallocatedRefunds } from './queries/refunds.ts'
import { getOrderRefundWindows } from './refund-window.ts'

type CancelInput = { reason: string; refund: 'window' | 'all' | 'none' }

/** The others of a group keep their seats, and the discount that they paid with. */
export async function endEnrolment(
  deps: Deps,
  by: string,
  enrolmentId: string,
  { reason, refund }: CancelInput,
): Promise<Outcome<{ refundId: string | null }>> {
  const enrolment = await getEnrolment(deps.db, enrolmentId)
  if (!enrolment) return refused('ENROLMENT_NOT_FOUND')
  return inOneTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, enrolment.order_id)
    if (refund !== 'none' && (await hasOpenDispute(tx, enrolment.order_id))) return refused('DISPUTE_OPEN')
    if ((await listUnallocatedRefunds(tx, enrolment.order_id)).length > 0) return refused('REFUND_UNALLOCATED')
    const lines = await listOrderLines(tx, enrolment.order_id)
    const line = lines.find(({ position }) => position + 1 === enrolment.seat)
    const current = await getEnrolment(tx, enrolmentId)
    if (!order || !line || current?.state !== 'active') return refused('ENROLMENT_NOT_FOUND')
    const windows = await getOrderRefundWindows(tx, order, deps.clock())
    const balance = (await getLineBalances(tx, order, lines, windows)).get(line.id)!
    const amount = { window: balance.policyAmount, all: balance.refundable, none: zero(order.currency) }[refund]
    const wanted = [{ line, amount, endsSeat: true, unpaid: balance.unpaid }]
    const refundId = await applyRefund(deps, tx, order, wanted, { cause: 'enrolment-cancelled', by, reason })
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: by },
      action: 'seat-ended',
      object: { kind: 'order', id: order.id },
      details: { enrolmentId, ...toWire(amount) },
    })
    return accepted({ refundId })
  })
}
