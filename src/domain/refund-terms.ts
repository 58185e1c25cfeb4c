/** What comes back when plans change, and how it is shared out. Contract §5, price rule 9. */
import { type Money, money, percentOf, subtract } from './money.ts'
import { refundUntil } from './schedule.ts'
import { splitBy } from './split.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** After `refundUntil` half of it comes back until the first session starts; on demand all of it for 14 days. */
const LATE_PERCENT = 50
const ON_DEMAND_DAYS = 14

/** How many percent of what was paid come back now. */
export function percentBack(firstSessionAt: Date | null, boughtAt: Date, now: Date): number {
  if (!firstSessionAt) return now.getTime() < boughtAt.getTime() + ON_DEMAND_DAYS * DAY_MS ? 100 : 0
  if (now < refundUntil(firstSessionAt)!) return 100
  return now < firstSessionAt ? LATE_PERCENT : 0
}

/** One line of an order, in minor units. `waived` is what is no longer to be paid of it. */
export type RefundLine = { id: string; amount: number; refunded: number; waived: number }
export type LineStanding = {
  id: string
  /** What was paid for it: of an order that is paid in part its share. */
  captured: Money
  /** What can still be sent back. */
  refundable: Money
  /** What is still to be paid for it. */
  unpaid: Money
  /** What its refund window gives, less what went back already. */
  within: Money
}

/**
 * How each line stands, when `paid` was paid for all of them. A line of which something was waived is
 * closed: all of the rest of it was paid.
 */
export function lineStandings(lines: readonly RefundLine[], paid: Money, percent: number): LineStanding[] {
  const inCurrency = (minor: number) => money(minor, paid.currency)
  const closed = lines.filter(({ waived }) => waived > 0).reduce((sum, line) => sum + line.amount - line.waived, 0)
  const open = lines.map(({ amount, waived }) => (waived > 0 ? 0 : amount))
  const shares = atLeast(
    splitBy(subtract(paid, inCurrency(closed)), open).map((share) => share.minor),
    lines.map(({ refunded, waived }) => (waived > 0 ? 0 : refunded)),
  )
  return lines.map(({ id, amount, refunded, waived }, at) => {
    const captured = waived > 0 ? inCurrency(amount - waived) : inCurrency(shares[at]!)
    const given = Math.max(0, percentOf(captured, percent).minor - refunded)
    return {
      id,
      captured,
      refundable: inCurrency(captured.minor - refunded),
      unpaid: inCurrency(amount - waived - captured.minor),
      within: inCurrency(given),
    }
  })
}

/**
 * With every line that is closed, what is left is shared out anew, and a share may come out some units smaller than
 * what went back of it already. It was paid, so it stays that line's; those that have more give it up.
 */
function atLeast(shares: readonly number[], least: readonly number[]): number[] {
  let missing = shares.reduce((sum, share, at) => sum + Math.max(0, least[at]! - share), 0)
  return shares.map((share, at) => {
    if (share <= least[at]!) return least[at]!
    const given = Math.min(missing, share - least[at]!)
    missing -= given
    return share - given
  })
}

/** How a refund goes back over what was paid with: each by its share of what is left of it. */
export function refundParts<Payment extends { leftMinor: number }>(
  amount: Money,
  payments: readonly Payment[],
): { payment: Payment; amount: Money }[] {
  const parts = splitBy(
    amount,
    payments.map(({ leftMinor }) => leftMinor),
  )
  return payments.flatMap((payment, at) => (parts[at]!.minor > 0 ? [{ payment, amount: parts[at]! }] : []))
}

/**
 * What of an amount that went back already each line bears: first what it was to bear anyhow, then those that
 * were named, and the rest by what is left of the others.
 *
 * @param refundable by line, in minor units; together no less than the amount
 * @param named by line, whether it was named
 * @param meant by line, in minor units; none more than its refundable
 */
export function shareBack(
  amount: Money,
  refundable: readonly number[],
  named: readonly boolean[],
  meant: readonly number[] = [],
): Money[] {
  let left = amount.minor
  const free = [...refundable]
  const take = (weights: readonly number[]) => {
    const most = Math.min(
      left,
      weights.reduce((sum, minor) => sum + minor, 0),
    )
    for (const [at, { minor }] of splitBy(money(most, amount.currency), weights).entries()) free[at]! -= minor
    left -= most
  }
  take(refundable.map((minor, at) => Math.min(minor, meant[at] ?? 0)))
  take(free.map((minor, at) => (named[at] ? minor : 0)))
  take([...free])
  if (left > 0) throw new RangeError(`cannot share ${left} of ${amount.minor}`)
  return refundable.map((minor, at) => money(minor - free[at]!, amount.currency))
}
