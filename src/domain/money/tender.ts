/**
 * Gift card and credit: money paid earlier. They reduce the amount due now, then the amount due later, and never the
 * price. Price rule 5.
 */
import { add, type Money, money, smaller, subtract, zero } from './money.ts'
import { getMinimumCharge, isChargeable } from './smallest-charge.ts'

/** The available amounts; null when the buyer has none or does not use it. */
export type Tender = { giftCard: Money | null; credit: Money | null }
type AmountsDue = { now: Money; later: Money }
type AppliedTender = { giftCard: Money; credit: Money; now: Money; later: Money }

/**
 * Applies the gift card first, then credit. Unneeded money stays where it is. When the rest would be below the minimum
 * card charge, some money stays too: of the credit first, then of the gift card.
 */
export function applyTender(due: AmountsDue, { giftCard, credit }: Tender): AppliedTender {
  const first = deductTender(due, giftCard)
  const second = deductTender(first, credit)
  const now = getShortfall(second.now, due.now)
  const later = getShortfall(second.later, due.later)
  const returned = add(now, later)
  const fromCredit = smaller(second.used, returned)
  return {
    giftCard: subtract(first.used, subtract(returned, fromCredit)),
    credit: subtract(second.used, fromCredit),
    now: add(second.now, now),
    later: add(second.later, later),
  }
}

/** The most that either payment method can contribute to such a total. The records of both are renewed from it. */
export function getUsableTender(total: Money, { giftCard, credit }: Tender): { giftCard: Money; credit: Money } {
  const first = deductTender({ now: total, later: zero(total.currency) }, giftCard)
  return { giftCard: first.used, credit: deductTender(first, credit).used }
}

/** The amount that must remain due, so that a card can be charged: never more than was deducted. */
function getShortfall(left: Money, fullAmount: Money): Money {
  const isEnough = left.minor === 0 || isChargeable(left)
  const gap = money(isEnough ? 0 : getMinimumCharge(left.currency) - left.minor, left.currency)
  return smaller(gap, subtract(fullAmount, left))
}

function deductTender({ now, later }: AmountsDue, available: Money | null): AmountsDue & { used: Money } {
  const none = subtract(now, now)
  const used = available ? smaller(available, add(now, later)) : none
  const usedNow = smaller(used, now)
  return { used, now: subtract(now, usedNow), later: subtract(later, subtract(used, usedNow)) }
}
