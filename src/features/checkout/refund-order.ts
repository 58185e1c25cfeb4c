/** An admin sends money of an order back, line by line, or looks first at what that would do. Contract §5, price rule 9. */
import { GIFT_CARD_CODE } from '#domain/gift-card.ts'
import { add, fromDecimal, type Money, toWire, zero } from '#domain/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { LineStanding } from '#domain/refund-terms.ts'
import { recordEvent } from '#features/audit-log/record.ts'
import { cohortForCode } from '#features/catalog/catalogue.ts'
import type { Deps } from '#http/deps.ts'
import type { MoneyWire } from '#http/schemas.ts'
import { inOneTransaction } from '#platform/db/one-transaction.ts'
import { applyRefund, isWhole, leftToRefund, partsOf, standingsOf, type Wanted } from './apply-refund.ts'
import { hasOpenDispute } from './queries/disputes.ts'
import { cancelDelivery, lockPurchase } from './queries/gift-cards.ts'
import { linesOf, lockOrder } from './queries/orders.ts'
import { undecidedRefunds } from './queries/refunds.ts'
import type { RefundView } from './wire/refund.ts'

type Asked = {
  lines: { lineId: string; amount?: MoneyWire | undefined }[]
  reason: string
  preview?: boolean | undefined
}
type Order = NonNullable<Awaited<ReturnType<typeof lockOrder>>>
type Checked = Wanted & { unpaid: Money; standing: LineStanding }

/** Without an amount a line gives what its refund window says; with one an admin may go beyond that, never over what was paid. */
export async function refundOrder(
  deps: Deps,
  by: string,
  orderId: string,
  { lines, reason, preview = false }: Asked,
): Promise<Outcome<RefundView>> {
  return inOneTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return refused('ORDER_NOT_FOUND')
    if (order.state !== 'complete') return refused('REFUND_NOT_POSSIBLE')
    if (await hasOpenDispute(tx, orderId)) return refused('DISPUTE_OPEN')
    if ((await undecidedRefunds(tx, orderId)).length > 0) return refused('REFUND_UNDECIDED')
    const own = await linesOf(tx, orderId)
    const startsAt = (await cohortForCode(tx, order.course_code, deps.clock()))?.startsAt ?? null
    const { percent, standings } = await standingsOf(tx, order, own, startsAt, deps.clock())
    const wanted: Checked[] = []
    for (const asked of lines) {
      const line = own.find(({ id }) => id === asked.lineId)
      const standing = standings.get(asked.lineId)
      if (!line || !standing || wanted.some((one) => one.line.id === line.id))
        return refused('FIELD_INVALID', { fields: { lines: 'Please choose lines of this order, each once' } })
      const amount = asked.amount ? amountOf(asked.amount, order.currency) : standing.within
      if (!amount) return refused('FIELD_INVALID', { fields: { lines: 'Please enter an amount' } })
      if (amount.minor > standing.refundable.minor) return refused('REFUND_TOO_LARGE')
      wanted.push({ line, amount, endsSeat: isWhole(standing.refundable, amount), unpaid: standing.unpaid, standing })
    }
    const amount = wanted.map((one) => one.amount).reduce(add, zero(order.currency))
    if (amount.minor === 0 && !preview) return refused('REFUND_NOT_POSSIBLE')
    if (amount.minor > (await leftToRefund(tx, order))) return refused('DISPUTE_LOST')
    // A gift card goes back whole, and only before it is delivered: afterwards its holder may have spent it.
    const isGiftCard = order.course_code === GIFT_CARD_CODE
    const isUndelivered = isGiftCard && (await lockPurchase(tx, orderId))?.delivered_at === null
    if (isGiftCard && (!isUndelivered || wanted.some((one) => !one.endsSeat))) return refused('REFUND_NOT_POSSIBLE')
    const view = await viewOf(tx, order, wanted, amount, percent)
    if (preview) return accepted(view)
    if (isGiftCard) await cancelDelivery(tx, orderId)
    const refundId = await applyRefund(deps, tx, order, wanted, { cause: 'admin', by, reason })
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: by },
      action: 'refund-made',
      object: { kind: 'order', id: orderId },
      details: toWire(amount),
    })
    return accepted({ ...view, refundId })
  })
}

async function viewOf(
  tx: Parameters<typeof partsOf>[0],
  order: Order,
  wanted: readonly Checked[],
  amount: Money,
  windowPercent: number,
): Promise<RefundView> {
  const parts = await partsOf(tx, order, amount)
  const waived = wanted.filter(({ endsSeat }) => endsSeat).map(({ unpaid }) => unpaid)
  return {
    refundId: null,
    orderId: order.id,
    amount: toWire(amount),
    windowPercent,
    lines: wanted.map(({ line, amount: given, endsSeat, standing }) => ({
      lineId: line.id,
      seat: line.position + 1,
      amount: toWire(given),
      refundable: toWire(standing.refundable),
      withinWindow: toWire(standing.within),
      endsSeat,
    })),
    waived: toWire(waived.reduce(add, zero(order.currency))),
    parts: parts.map(({ payment, amount: part }) => ({
      method: payment.method,
      amount: toWire(part),
      card: payment.card_brand && payment.card_last4 ? { brand: payment.card_brand, last4: payment.card_last4 } : null,
    })),
  }
}

function amountOf({ amount, currency }: MoneyWire, ours: string): Money | null {
  try {
    const asked = fromDecimal(amount, ours)
    return currency === ours && asked.minor > 0 ? asked : null
  } catch {
    return null
  }
}
