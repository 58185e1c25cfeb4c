/** How an order stands: what was paid, what is set aside, what is due now and what later. Price rules 5 and 6. */
import { add, type Money, money, smaller, subtract, zero } from './money.ts'
import type { State } from './payment.ts'

type Parts = {
  total: Money
  /** Null where all is due at once. */
  deposit: Money | null
  balanceDueAt: Date | null
  /** What is no longer to be paid. */
  waived: Money
  payments: readonly { state: State; amountMinor: number; isTender: boolean }[]
}
export type Standing = { paid: Money; held: Money; dueNow: Money; dueLater: Money }

/** `held` is gift card and credit that an unpaid order has in hand. A balance is due now once its day has come. */
export function standingOf({ total, deposit, balanceDueAt, waived, payments }: Parts, now: Date): Standing {
  const sum = (of: Parts['payments']) =>
    of.map(({ amountMinor }) => money(amountMinor, total.currency)).reduce(add, zero(total.currency))
  const paid = sum(payments.filter(({ state }) => state === 'complete'))
  const held = sum(payments.filter(({ state, isTender }) => isTender && state === 'pending'))
  const wanted = subtract(total, waived)
  const covered = smaller(add(paid, held), wanted)
  const left = subtract(wanted, covered)
  const isDue = !deposit || !balanceDueAt || balanceDueAt <= now
  const first = isDue ? wanted : smaller(deposit, wanted)
  const dueNow = subtract(first, smaller(covered, first))
  return { paid, held, dueNow, dueLater: subtract(left, dueNow) }
}
