/** How an order of ours stands, from its rows. */
import { money } from '#domain/money.ts'
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
      payments: payments.map((payment) => ({
        state: payment.state,
        amountMinor: payment.amount_minor,
        isTender: payment.account_id !== null,
      })),
    },
    now,
  )
}
