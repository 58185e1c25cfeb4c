/** The balance of an order: paid, held, due now and due later. Price rules 5 and 6. */
import { add, type Money, money, smaller, subtract, zero } from '../money/money.ts'
import type { PaymentState } from './payment.ts'

type OrderAmounts = {
  total: Money
  /** Null when the full amount is due at once. */
  deposit: Money | null
  balanceDueAt: Date | null
  /** The part that no longer has to be paid. */
  waived: Money
  payments: readonly { state: PaymentState; amountMinor: number; isTender: boolean }[]
}
export type OrderBalance = { paid: Money; held: Money; dueNow: Money; dueLater: Money }

/** `held` is gift card and credit reserved by an unpaid order. A balance is due now from its due date on. */
export function calculateOrderBalance(
  { total, deposit, balanceDueAt, waived, payments }: OrderAmounts,
  now: Date,
): OrderBalance {
  const sum = (list: OrderAmounts['payments']) =>
    list.map(({ amountMinor }) => money(amountMinor, total.currency)).reduce(add, zero(total.currency))
  const paid = sum(payments.filter(({ state }) => state === 'complete'))
  const held = sum(payments.filter(({ state, isTender }) => isTender && state === 'pending'))
  const owed = subtract(total, waived)
  const covered = smaller(add(paid, held), owed)
  const unpaid = subtract(owed, covered)
  const isDue = !deposit || !balanceDueAt || balanceDueAt <= now
  const first = isDue ? owed : smaller(deposit, owed)
  const dueNow = subtract(first, smaller(covered, first))
  return { paid, held, dueNow, dueLater: subtract(unpaid, dueNow) }
}
