/** Computes the balance of an order from its rows. */
import { add, type Money, money } from '#domain/money/money.ts'
import { calculateOrderBalance, type OrderBalance } from '#domain/orders/order-balance.ts'
import type { getOrder } from './queries/orders.ts'
import type { listOrderPayments } from './queries/payments.ts'

type Order = NonNullable<Awaited<ReturnType<typeof getOrder>>>
type Payment = Awaited<ReturnType<typeof listOrderPayments>>[number]

export function getOrderBalance(order: Order, payments: readonly Payment[], now: Date): OrderBalance {
  return calculateOrderBalance(
    {
      total: money(order.total_minor, order.currency),
      deposit: order.deposit_minor === null ? null : money(order.deposit_minor, order.currency),
      balanceDueAt: order.balance_due_at,
      waived: money(order.waived_minor, order.currency),
      payments: payments.map((payment) => ({
        state: payment.state,
        amountMinor: payment.amount_minor,
        isTender: payment.account_id !== null,
      })),
    },
    now,
  )
}

/** Nothing is due for an order that ended without a seat, or whose dates were cancelled. */
export function isOwed({ state }: Pick<Order, 'state'>, isCancelled: boolean): boolean {
  return (state === 'open' || state === 'complete') && !isCancelled
}

/** The amount that can be paid now, and its purpose. Null if nothing is due or payable. */
export function payable(
  order: Order,
  payments: readonly Payment[],
  now: Date,
): { purpose: 'purchase' | 'balance'; amount: Money } | null {
  const { dueNow, dueLater } = getOrderBalance(order, payments, now)
  const purpose = order.state === 'open' ? 'purchase' : 'balance'
  const amount = purpose === 'purchase' ? dueNow : add(dueNow, dueLater)
  const isPayable = order.state === 'open' || order.state === 'complete'
  return isPayable && amount.minor > 0 ? { purpose, amount } : null
}
