/** The refund that the policy gives the buyer of a paid order today. It changes nothing: an admin decides. Price rule 9. */
import { add, type Money, money, smaller, zero } from '#domain/money/money.ts'
import type { RefundWindow } from '#domain/orders/refund-terms.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { getPurchase } from '#sell/orders/queries/gift-card-purchases.ts'
import { listOrderLines } from '#sell/orders/queries/order-lines.ts'
import { listTakenSeats } from '#sell/orders/queries/order-view.ts'
import { getOrder, type Order } from '#sell/orders/queries/orders.ts'
import { getLineBalances, getRefundableMinor, splitByPayment } from './apply-refund.ts'
import { hasOpenDispute } from './queries/disputes.ts'
import { listUnallocatedRefunds } from './queries/refunds.ts'
import { getOrderRefundWindows, type RefundWindows } from './refund-window.ts'

/** `until` is when the percentage ends; in the past once it is 0. */
export type PolicyRefund = RefundWindow & {
  /** For all seats that have not ended. Zero once the policy gives nothing. */
  amount: Money
  /** The amount that is no longer due after it. */
  waived: Money
  parts: Awaited<ReturnType<typeof splitByPayment>>
}

/**
 * Null where the policy does not decide: for an order that is unpaid, free, disputed or over (as one of cancelled dates
 * is), for a refund that waits for an admin, and for a gift card that was delivered.
 */
export async function getPolicyRefund(db: Db, orderId: string, now: Date): Promise<PolicyRefund | null> {
  const order = await getOrder(db, orderId)
  return order ? getRefundOfWindows(db, order, () => getOrderRefundWindows(db, order, now)) : null
}

/** The same with other windows than the order has now, such as one of dates that are not saved yet. */
export async function getRefundOfWindows(
  db: Db | Tx,
  order: Order,
  getWindows: () => RefundWindows | Promise<RefundWindows>,
): Promise<PolicyRefund | null> {
  if (order.state !== 'complete' || order.total_minor === 0 || !(await isRefundable(db, order))) return null
  const lines = await listOrderLines(db, order.id)
  const seats = await listTakenSeats(db, order.id)
  const open = order.product === 'gift-card' ? lines : lines.filter(({ position }) => seats.has(position + 1))
  if (open.length === 0) return null

  const windows = await getWindows()
  const balances = await getLineBalances(db, order, lines, windows)
  const sum = (getPart: (lineId: string) => Money) =>
    open.map(({ id }) => getPart(id)).reduce(add, zero(order.currency))
  const granted = sum((id) => balances.get(id)!.policyAmount)
  const amount = smaller(granted, money(await getRefundableMinor(db, order), order.currency))
  return {
    amount,
    ...windows.shown,
    waived: sum((id) => balances.get(id)!.unpaid),
    parts: await splitByPayment(db, order, amount),
  }
}

async function isRefundable(db: Db | Tx, order: Order): Promise<boolean> {
  if (await hasOpenDispute(db, order.id)) return false
  if ((await listUnallocatedRefunds(db, order.id)).length > 0) return false
  if (order.product === 'cohort') return true
  const purchase = await getPurchase(db, order.id)
  return purchase !== undefined && purchase.delivered_at === null && purchase.cancelled_at === null
}
