/** A PayPal order as one of our payments: its captures, and what was paid back of them. */
import { createHash } from 'node:crypto'
import { type Money, money } from '#domain/money/money.ts'
import type { ProviderFact } from '#domain/orders/payment.ts'
import type { ProviderRefund } from '../provider-refund.ts'
import type { CaptureShape, OrderShape, RefundShape } from './shapes.ts'

/** PayPal's page on which the buyer approves. Null once the order cannot be approved any more. */
export function getApprovalUrl({ status, links }: OrderShape): string | null {
  if (status !== 'CREATED' && status !== 'PAYER_ACTION_REQUIRED') return null
  return (links ?? []).find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href ?? null
}

const CHARGED: readonly CaptureShape['status'][] = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']

/** The capture that moved the money, or will. PayPal makes one for each order. A declined one before it moved none. */
export function getCapture({ purchase_units: [unit] }: OrderShape): CaptureShape | null {
  const captures = unit.payments?.captures ?? []
  return (
    captures.find(({ status }) => CHARGED.includes(status)) ??
    captures.find(({ status }) => status === 'PENDING') ??
    captures.at(-1) ??
    null
  )
}

/**
 * A capture that PayPal completed counts with its own amount. `processing` is a capture that PayPal reviews, or whose
 * bank takes days. An order whose capture was refused later cannot be approved again, so it has ended.
 * @throws Error for a completed order without a capture
 */
export function toFact(order: OrderShape): ProviderFact {
  const capture = getCapture(order)
  const status = toStatus(order.status, capture)
  const [unit] = order.purchase_units
  const { amount, custom_id: reference } = status === 'succeeded' && capture ? capture : unit
  // An order without a reference is none of ours.
  const payerId = order.payer?.payer_id
  return {
    intentId: order.id,
    status,
    amount,
    reference: reference ?? '',
    failureCode: null,
    card: null,
    ...(payerId && { payer: createHash('sha256').update(payerId).digest('base64url') }),
  }
}

function toStatus(status: OrderShape['status'], capture: CaptureShape | null): ProviderFact['status'] {
  if (capture && CHARGED.includes(capture.status)) return 'succeeded'
  if (capture?.status === 'PENDING') return 'processing'
  if (status === 'APPROVED') return 'approved'
  if (status === 'VOIDED') return 'canceled'
  if (status !== 'COMPLETED') return 'requires_payment'
  if (!capture) throw new Error('PayPal reports a completed order without a capture')
  return 'canceled'
}

/** A cancelled or failed refund came back. A pending one is on its way. */
export const hasFailed = ({ status }: RefundShape): boolean => status === 'FAILED' || status === 'CANCELLED'

/** The refunds of an order, the oldest first. */
export function listOrderRefunds(order: OrderShape): ProviderRefund[] {
  const refunds = order.purchase_units[0].payments?.refunds ?? []
  return refunds
    .map((refund) => ({
      refundId: refund.id,
      intentId: order.id,
      key: toKey(refund.custom_id),
      amount: refund.amount,
      hasFailed: hasFailed(refund),
      at: new Date(refund.create_time),
    }))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

const PREFIX = 'refund'

/** Our key of a refund, as PayPal stores it: without the colon, which PayPal does not take. */
export const toCustomId = (key: string): string => key.replace(`${PREFIX}:`, `${PREFIX}.`)

/** Null for a refund of PayPal's own pages. PayPal may copy the id of our payment to it. */
const toKey = (customId: string | null | undefined): string | null =>
  customId?.startsWith(`${PREFIX}.`) ? customId.replace(`${PREFIX}.`, `${PREFIX}:`) : null

export function getRefunded(refunds: readonly ProviderRefund[], currency: string): Money {
  const minor = refunds.filter((one) => !one.hasFailed).reduce((sum, { amount }) => sum + amount.minor, 0)
  return money(minor, currency)
}
