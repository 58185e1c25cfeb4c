/**
 * Gift card and credit: money that was paid before. They lower what is due, now first and then later,
 * and never what something costs. Price rule 5.
 */
import { add, type Money, smaller, subtract } from './money.ts'

/** What there is to pay with; each null where the buyer has none or wants to use none. */
export type Tender = { giftCard: Money | null; credit: Money | null }
type Due = { now: Money; later: Money }
type Paid = { giftCard: Money; credit: Money; now: Money; later: Money }

/** The gift card first, then credit. What is not needed stays where it is. */
export function applyTender(due: Due, { giftCard, credit }: Tender): Paid {
  const first = lower(due, giftCard)
  const second = lower(first, credit)
  return { giftCard: first.used, credit: second.used, now: second.now, later: second.later }
}

function lower({ now, later }: Due, available: Money | null): Due & { used: Money } {
  const nothing = subtract(now, now)
  const used = available ? smaller(available, add(now, later)) : nothing
  const usedNow = smaller(used, now)
  return { used, now: subtract(now, usedNow), later: subtract(later, subtract(used, usedNow)) }
}
