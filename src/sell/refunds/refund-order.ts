/**
 * An admin sends money of an order back, line by line, or looks first at what that would do. docs/contract §5, price
 * rule 9.
 */
import { add, fromDecimal, type Money, toWire, zero } from '#domain/money/money.ts'
import type { LineBalance, RefundWindow } from '#domain/orders/refund-terms.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { MoneyWire } from '#http/schemas.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { cancelDelivery, lockPurchase } from '#sell/orders/queries/gift-card-purchases.ts'
import { listOrderLines } from '#sell/orders/queries/order-lines.ts'
import { lockOrder } from '#sell/orders/queries/orders.ts'
import {
  applyRefund,
  getLineBalances,
  getRefundableMinor,
  isFullLineRefund,
  splitByPayment,
  type Wanted,
} from './apply-refund.ts'
import { hasOpenDispute } from './queries/disputes.ts'
import { getAnswerOfRequest, listUnallocatedRefunds, setAnswerOfRequest } from './queries/refunds.ts'
import { getOrderRefundWindows } from './refund-window.ts'
import type { RefundView } from './wire.ts'

type RefundInput = {
  lines: { lineId: string; amount?: MoneyWire | undefined }[]
  reason: string
  preview?: boolean | undefined
}
type Repeat = { requestKey?: string | undefined }
type Order = NonNullable<Awaited<ReturnType<typeof lockOrder>>>
type Checked = Wanted & { unpaid: Money; balance: LineBalance }

/**
 * Without an amount a line gives what its refund window says; with one an admin may go beyond that, never over what was
 * paid.
 *
 * @param requestKey the request's Idempotency-Key: a repeat after a crash refunds nothing and gets the first response
 */
export async function refundOrder(
  deps: Deps,
  by: string,
  orderId: string,
  { lines, reason, preview = false, requestKey }: RefundInput & Repeat,
): Promise<Outcome<RefundView>> {
  return inOneTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) return refused('ORDER_NOT_FOUND')
    const earlier = requestKey && (await getAnswerOfRequest(tx, by, orderId, requestKey))
    if (earlier) return accepted(earlier as RefundView)
    if (order.state !== 'complete') return refused('REFUND_NOT_POSSIBLE')
    if (await hasOpenDispute(tx, orderId)) return refused('DISPUTE_OPEN')
    if ((await listUnallocatedRefunds(tx, orderId)).length > 0) return refused('REFUND_UNALLOCATED')
    const own = await listOrderLines(tx, orderId)
    const windows = await getOrderRefundWindows(tx, order, deps.clock())
    const balances = await getLineBalances(tx, order, own, windows)
    const wanted: Checked[] = []
    for (const requested of lines) {
      const line = own.find(({ id }) => id === requested.lineId)
      const balance = balances.get(requested.lineId)
      if (!line || !balance || wanted.some((one) => one.line.id === line.id))
        return refused('FIELD_INVALID', { fields: { lines: 'Please choose lines of this order, each once' } })
      const amount = requested.amount ? parseAmount(requested.amount, order.currency) : balance.policyAmount
      if (!amount) return refused('FIELD_INVALID', { fields: { lines: 'Please enter an amount' } })
      if (amount.minor > balance.refundable.minor) return refused('REFUND_TOO_LARGE')
      wanted.push({
        line,
        amount,
        endsSeat: isFullLineRefund(balance.refundable, amount),
        unpaid: balance.unpaid,
        balance,
      })
    }
    const amount = wanted.map((one) => one.amount).reduce(add, zero(order.currency))
    if (amount.minor === 0 && !preview) return refused('REFUND_NOT_POSSIBLE')
    if (amount.minor > (await getRefundableMinor(tx, order))) return refused('DISPUTE_LOST')
    // A gift card goes back whole, and only before it is delivered: afterwards its holder may have spent it.
    const isGiftCard = order.product === 'gift-card'
    if (isGiftCard && (await lockPurchase(tx, orderId))?.delivered_at !== null) return refused('GIFT_CARD_SENT')
    if (isGiftCard && wanted.some((one) => !one.endsSeat)) return refused('REFUND_NOT_POSSIBLE')
    const view = await createView(tx, order, wanted, amount, windows.shown)
    if (preview) return accepted(view)
    if (isGiftCard) await cancelDelivery(tx, orderId)
    const refundId = await applyRefund(deps, tx, order, wanted, { cause: 'admin', by, reason })
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: by },
      action: 'refund-made',
      object: { kind: 'order', id: orderId },
      details: toWire(amount),
    })
    const answer = { ...view, refundId }
    if (requestKey && refundId) await setAnswerOfRequest(tx, refundId, requestKey, answer)
    return accepted(answer)
  })
}

async function createView(
  tx: Parameters<typeof splitByPayment>[0],
  order: Order,
  wanted: readonly Checked[],
  amount: Money,
  { percent, isMoved }: RefundWindow,
): Promise<RefundView> {
  const parts = await splitByPayment(tx, order, amount)
  const waived = wanted.filter(({ endsSeat }) => endsSeat).map(({ unpaid }) => unpaid)
  return {
    refundId: null,
    orderId: order.id,
    amount: toWire(amount),
    windowPercent: percent,
    isMoved,
    lines: wanted.map(({ line, amount: refundAmount, endsSeat, balance }) => ({
      lineId: line.id,
      seat: line.position + 1,
      amount: toWire(refundAmount),
      refundable: toWire(balance.refundable),
      withinWindow: toWire(balance.policyAmount),
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

function parseAmount({ amount, currency }: MoneyWire, ours: string): Money | null {
  try {
    const requested = fromDecimal(amount, ours)
    return currency === ours && requested.minor > 0 ? requested : null
  } catch {
    return null
  }
}
