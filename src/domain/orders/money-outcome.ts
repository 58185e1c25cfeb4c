/** What became of the money of a complete order. Amounts are in minor units of one currency. */
export const MONEY_OUTCOMES = ['complete', 'part-refunded', 'refunded', 'disputed', 'lost'] as const
export type MoneyOutcome = (typeof MONEY_OUTCOMES)[number]

/** `disputed`: a bank has not decided. `lost`: a bank took it back for good. */
type Sums = { paidMinor: number; refundedMinor: number; disputedMinor: number; lostMinor: number }

/** `complete` is said only while all that was paid is still here. An open dispute comes first, because it has a deadline. */
export function getMoneyOutcome({ paidMinor, refundedMinor, disputedMinor, lostMinor }: Sums): MoneyOutcome {
  if (disputedMinor > 0) return 'disputed'
  if (lostMinor > 0) return 'lost'
  if (refundedMinor === 0) return 'complete'
  return refundedMinor < paidMinor ? 'part-refunded' : 'refunded'
}
