/** The refund policy, and how a refund is split. docs/contract §5, price rule 9. */
import { type Money, money, subtract, takePercent } from '../money/money.ts'
import { splitByWeights } from '../money/split.ts'
import {
  getLastRefundAt,
  getRefundStep,
  listRefundSteps,
  type RefundFigures,
  type RefundStep,
  type RefundTimes,
} from './refund-policy.ts'

/** `movedTo`: the last start of a session that was moved or cancelled after the purchase. */
export type RefundFacts = RefundTimes & { movedTo: Date | null }
/** `isMoved`: all is given, because a session was moved or cancelled. */
export type RefundWindow = RefundStep & { isMoved: boolean }

/**
 * The percentage of the paid amount that the order's own figures give now, and until when. After the last refund 0, and
 * its end. A session that is moved or cancelled after the purchase gives all, until it starts, whatever the figures say.
 */
export function getRefundWindow({ movedTo, ...times }: RefundFacts, figures: RefundFigures, now: Date): RefundWindow {
  if (movedTo && now < movedTo) return { percent: 100, until: movedTo, isMoved: true }
  const step = getRefundStep(times, figures, now) ?? { percent: 0, until: getLastRefundAt(times, figures) }
  return { ...step, isMoved: false }
}

/**
 * The steps of an order that somebody has: those of its figures, after what a session gives that moved since the purchase.
 * Says the same as `getRefundWindow` at each moment.
 */
export function listOrderRefundSteps({ movedTo, ...times }: RefundFacts, figures: RefundFigures): RefundStep[] {
  const steps = listRefundSteps(times, figures)
  if (!movedTo) return steps
  return [{ percent: 100, until: movedTo }, ...steps.filter(({ until }) => until > movedTo)]
}

/**
 * One line of an order, in minor units. `waived` is the part that no longer has to be paid. `percent`: the share that the
 * refund policy gives for this line, where it is another one, because its seat has other dates.
 */
export type RefundLine = { id: string; amount: number; refunded: number; waived: number; percent?: number }
export type LineBalance = {
  id: string
  /** The amount paid for the line: its share when the order is paid in part. */
  captured: Money
  /** The amount that can still be refunded. */
  refundable: Money
  /** The amount still to pay. */
  unpaid: Money
  /** The amount that the refund policy gives, less earlier refunds. */
  policyAmount: Money
}

/**
 * The balance of each line, when `paid` was paid for all of them. A line with a waived amount is closed: the
 * other part of it was paid in full.
 */
export function calculateLineBalances(lines: readonly RefundLine[], paid: Money, percent: number): LineBalance[] {
  const inCurrency = (minor: number) => money(minor, paid.currency)
  const closed = lines.filter(({ waived }) => waived > 0).reduce((sum, line) => sum + line.amount - line.waived, 0)
  const open = lines.map(({ amount, waived }) => (waived > 0 ? 0 : amount))
  const shares = raiseToMinimum(
    splitByWeights(subtract(paid, inCurrency(closed)), open).map((share) => share.minor),
    lines.map(({ refunded, waived }) => (waived > 0 ? 0 : refunded)),
  )
  return lines.map(({ id, amount, refunded, waived, percent: own = percent }, at) => {
    const captured = waived > 0 ? inCurrency(amount - waived) : inCurrency(shares[at]!)
    const policyMinor = Math.max(0, takePercent(captured, own).minor - refunded)
    return {
      id,
      captured,
      refundable: inCurrency(captured.minor - refunded),
      unpaid: inCurrency(amount - waived - captured.minor),
      policyAmount: inCurrency(policyMinor),
    }
  })
}

/**
 * After a line is closed, the remaining amount is split again, and a share can become a few units smaller than its
 * earlier refunds. The line keeps the refunded amount; lines with a larger share give up the difference.
 */
function raiseToMinimum(shares: readonly number[], minimums: readonly number[]): number[] {
  let missing = shares.reduce((sum, share, at) => sum + Math.max(0, minimums[at]! - share), 0)
  return shares.map((share, at) => {
    if (share <= minimums[at]!) return minimums[at]!
    const surplus = Math.min(missing, share - minimums[at]!)
    missing -= surplus
    return share - surplus
  })
}

/** Splits a refund over the payments of an order, by the refundable amount of each. */
export function splitRefund<Payment extends { leftMinor: number }>(
  amount: Money,
  payments: readonly Payment[],
): { payment: Payment; amount: Money }[] {
  const parts = splitByWeights(
    amount,
    payments.map(({ leftMinor }) => leftMinor),
  )
  return payments.flatMap((payment, at) => (parts[at]!.minor > 0 ? [{ payment, amount: parts[at]! }] : []))
}

/**
 * Splits an amount that the provider already refunded over the lines: first by planned refunds, then over named lines,
 * then over the other lines by their refundable amount.
 *
 * @param refundable by line, in minor units; together at least the amount
 * @param isNamed by line, whether an admin named it
 * @param planned planned refunds by line, in minor units; none more than its refundable amount
 */
export function allocateProviderRefund(
  amount: Money,
  refundable: readonly number[],
  isNamed: readonly boolean[],
  planned: readonly number[] = [],
): Money[] {
  let left = amount.minor
  const remaining = [...refundable]
  const allocate = (weights: readonly number[]) => {
    const limit = Math.min(
      left,
      weights.reduce((sum, minor) => sum + minor, 0),
    )
    for (const [at, { minor }] of splitByWeights(money(limit, amount.currency), weights).entries())
      remaining[at]! -= minor
    left -= limit
  }
  allocate(refundable.map((minor, at) => Math.min(minor, planned[at] ?? 0)))
  allocate(remaining.map((minor, at) => (isNamed[at] ? minor : 0)))
  allocate([...remaining])
  if (left > 0) throw new RangeError(`cannot share ${left} of ${amount.minor}`)
  return refundable.map((minor, at) => money(minor - remaining[at]!, amount.currency))
}
