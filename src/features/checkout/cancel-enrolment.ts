/** Ends one seat, and sends back what its refund window gives; an admin may give all of it, or nothing. */
import { toWire, zero } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { recordEvent } from '#features/audit-log/record.ts'
import { cohortForCode } from '#features/catalog/catalogue.ts'
import { enrolmentById } from '#features/enrolments/queries.ts'
import type { Deps } from '#http/deps.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { applyRefund, standingsOf } from './apply-refund.ts'
import { hasOpenDispute } from './queries/disputes.ts'
import { linesOf, lockOrder } from './queries/orders.ts'
import { undecidedRefunds } from './queries/refunds.ts'

type Asked = { reason: string; refund: 'window' | 'all' | 'none' }

/** The others of a group keep their seats, and the discount that they paid with. */
export async function endEnrolment(
  deps: Deps,
  by: string,
  enrolmentId: string,
  { reason, refund }: Asked,
): Promise<Outcome<{ refundId: string | null }>> {
  const enrolment = await enrolmentById(deps.db, enrolmentId)
  if (!enrolment) return refused('ENROLMENT_NOT_FOUND')
  return inOneTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, enrolment.order_id)
    if (refund !== 'none' && (await hasOpenDispute(tx, enrolment.order_id))) return refused('DISPUTE_OPEN')
    if ((await undecidedRefunds(tx, enrolment.order_id)).length > 0) return refused('REFUND_UNDECIDED')
    const lines = await linesOf(tx, enrolment.order_id)
    const line = lines.find(({ position }) => position + 1 === enrolment.seat)
    const current = await enrolmentById(tx, enrolmentId)
    if (!order || !line || current?.state !== 'active') return refused('ENROLMENT_NOT_FOUND')
    const startsAt = (await cohortForCode(tx, order.course_code, deps.clock()))?.startsAt ?? null
    const standing = (await standingsOf(tx, order, lines, startsAt, deps.clock())).standings.get(line.id)!
    const amount = { window: standing.within, all: standing.refundable, none: zero(order.currency) }[refund]
    const wanted = [{ line, amount, endsSeat: true, unpaid: standing.unpaid }]
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
