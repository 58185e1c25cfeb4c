/** The bill of an order from its rows, for its page, its receipt and its invoice. */
import { type BillLine, createBill, createPriceLines, type PriceLine, type RefundStatus } from '#domain/money/bill.ts'
import { add, money } from '#domain/money/money.ts'
import { describeSeats, getSeatNoun } from '#domain/money/pricing.ts'
import { getOrderBalance, isOwed } from '#sell/orders/get-order-balance.ts'
import type { listOrderLines } from '#sell/orders/queries/order-lines.ts'
import type { getOrder } from '#sell/orders/queries/orders.ts'
import type { listOrderPayments } from '#sell/orders/queries/payments.ts'
import { createTaxLine } from '#sell/orders/view-tax.ts'
import type { listOrderDisputes } from '#sell/refunds/queries/disputes.ts'
import type { refundsOfBuyer } from '#sell/refunds/queries/payment-refunds.ts'

type Order = NonNullable<Awaited<ReturnType<typeof getOrder>>>
type Rows<Query extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Query>>

export type BillRows = {
  lines: Rows<typeof listOrderLines>
  payments: Rows<typeof listOrderPayments>
  refunds: Rows<typeof refundsOfBuyer>
  disputes: Rows<typeof listOrderDisputes>
  /** Set for cancelled dates, of which nothing is due. */
  cancellation: object | undefined
}

export function createOrderBill(order: Order, rows: BillRows, now: Date): BillLine[] {
  const { lines, payments, refunds, disputes, cancellation } = rows
  const inCurrency = (minor: number) => money(minor, order.currency)
  const { dueNow, dueLater } = getOrderBalance(order, payments, now)
  const left = add(dueNow, dueLater)
  const isDue = order.state === 'complete' && isOwed(order, cancellation !== undefined) && left.minor > 0
  const getStatus = createRefundStatus(disputes)
  const taken = sumDisputes(rows)
  return createBill({
    price: createOrderPriceLines(order, lines),
    total: inCurrency(order.total_minor),
    // Money that went back was never invoiced.
    tax: order.state === 'returned' ? null : createTaxLine(order, order.tax_minor),
    payments: payments
      .filter(({ state, amount_minor }) => ARRIVED.has(state) && amount_minor > 0)
      .map((payment) => ({
        method: payment.method,
        card: getBillCard(payment),
        amount: inCurrency(payment.amount_minor),
        at: payment.settled_at ?? payment.created_at,
      })),
    refunds: refunds.map((refund) => ({
      method: refund.method,
      card: getBillCard(refund),
      amount: inCurrency(refund.amount_minor),
      at: refund.created_at,
      status: getStatus(refund),
    })),
    lost: inCurrency(taken.lost),
    disputed: inCurrency(taken.open),
    waived: inCurrency(order.waived_minor),
    due: isDue ? { amount: left, at: order.balance_due_at } : null,
  })
}

/**
 * What banks took back for good (`lost`), and what they hold until they decide (`open`), of the payments that arrived. In
 * minor units. Without the part of a payment that a refund sends back, also one that waits for the bank.
 */
export function sumDisputes({ payments, refunds, disputes }: Pick<BillRows, 'payments' | 'refunds' | 'disputes'>): {
  lost: number
  open: number
} {
  const sum = (rows: readonly { amount_minor: number }[]) =>
    rows.reduce((all, { amount_minor }) => all + amount_minor, 0)
  const taken = { lost: 0, open: 0 }
  for (const { id, amount_minor } of payments.filter(({ state }) => ARRIVED.has(state))) {
    let left = amount_minor - sum(refunds.filter(({ payment_id }) => payment_id === id))
    for (const state of ['lost', 'open'] as const) {
      const own = disputes.filter((dispute) => dispute.payment_id === id && dispute.state === state)
      const part = Math.max(0, Math.min(left, sum(own)))
      taken[state] += part
      left -= part
    }
  }
  return taken
}

/** The states of a payment whose money arrived, also if it went back. */
export const ARRIVED: ReadonlySet<string> = new Set(['complete', 'refund-pending', 'returned'])

function createOrderPriceLines(order: Order, lines: BillRows['lines']): PriceLine[] {
  const firstLabel = lines[0]?.label ?? ''
  const isGiftCard = order.product === 'gift-card'
  return createPriceLines({
    kind: isGiftCard ? 'gift-card' : 'seats',
    label: isGiftCard ? firstLabel : describeSeats(lines.length, getSeatNoun(firstLabel)),
    seats: lines.length,
    subtotal: money(order.subtotal_minor, order.currency),
    total: money(order.total_minor, order.currency),
    discountKind: order.discount_kind,
    promoCode: order.promo_code,
  })
}

type RefundRow = BillRows['refunds'][number]

/** A refund waits while a bank disputes its payment. */
export function createRefundStatus(disputes: BillRows['disputes']): (refund: RefundRow) => RefundStatus {
  const disputed = new Set(disputes.filter(({ state }) => state === 'open').map(({ payment_id }) => payment_id))
  return ({ state, payment_id }) => (state === 'queued' && disputed.has(payment_id) ? 'waiting' : REFUND_STATUS[state])
}

const REFUND_STATUS = { queued: 'on-its-way', accepted: 'sent', 'on-hold': 'delayed' } as const

type Card = { card_brand: string | null; card_last4: string | null }
export const getBillCard = ({ card_brand: brand, card_last4: last4 }: Card) =>
  brand && last4 ? { brand, last4 } : null
