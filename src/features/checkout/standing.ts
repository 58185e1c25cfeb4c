/** How an order of ours stands, from its rows. */
import { add, type Money, money } from '#domain/money.ts'
import { type Standing, standingOf } from '#domain/standing.ts'
import type { orderById } from './queries/orders.ts'
import type { paymentsOf } from './queries/payments.ts'

type Order = NonNullable<Awaited<ReturnType<typeof orderById>>>
type Payment = Awaited<ReturnType<typeof paymentsOf>>[number]

export function standing(order: Order, payments: readonly Payment[], now: Date): Standing {
  return standingOf(
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

/** Nothing is due of an order that has ended without a seat, or whose dates were cancelled. */
export function isOwed({ state }: Pick<Order, 'state'>, isCancelled: boolean): boolean {
  return (state === 'open' || state === 'complete') && !isCancelled
}

/** What can be paid of it now and what for; null when nothing is due, or nobody can pay it any more. */
export function payable(
  order: Order,
  payments: readonly Payment[],
  now: Date,
): { purpose: 'purchase' | 'balance'; amount: Money } | null {
  const { dueNow, dueLater } = standing(order, payments, now)
  const purpose = order.state === 'open' ? 'purchase' : 'balance'
  const amount = purpose === 'purchase' ? dueNow : add(dueNow, dueLater)
  const isPayable = order.state === 'open' || order.state === 'complete'
  return isPayable && amount.minor > 0 ? { purpose, amount } : null
}
