/**
 * Gift card and credit: money that was paid before. They lower what is due, now first and then later,
 * and never what something costs. Price rule 5.
 */
import { add, type Money, money, smaller, subtract, zero } from './money.ts'
import { isChargeable, smallestCharge } from './smallest-charge.ts'

/** What there is to pay with; each null where the buyer has none or wants to use none. */
export type Tender = { giftCard: Money | null; credit: Money | null }
type Due = { now: Money; later: Money }
type Paid = { giftCard: Money; credit: Money; now: Money; later: Money }

/**
 * The gift card first, then credit. What is not needed stays where it is; so does what would leave less
 * than a card can be charged, of credit before the gift card.
 */
export function applyTender(due: Due, { giftCard, credit }: Tender): Paid {
  const first = lower(due, giftCard)
  const second = lower(first, credit)
  const now = missing(second.now, due.now)
  const later = missing(second.later, due.later)
  const back = add(now, later)
  const ofCredit = smaller(second.used, back)
  return {
    giftCard: subtract(first.used, subtract(back, ofCredit)),
    credit: subtract(second.used, ofCredit),
    now: add(second.now, now),
    later: add(second.later, later),
  }
}

/** The most that any way to pay such a total can use: what is written down of it makes each of them anew. */
export function usable(total: Money, { giftCard, credit }: Tender): { giftCard: Money; credit: Money } {
  const first = lower({ now: total, later: zero(total.currency) }, giftCard)
  return { giftCard: first.used, credit: lower(first, credit).used }
}

/** What has to be left besides, so that a card can be charged: never more than was taken off. */
function missing(left: Money, whole: Money): Money {
  const isEnough = left.minor === 0 || isChargeable(left)
  const short = money(isEnough ? 0 : smallestCharge(left.currency) - left.minor, left.currency)
  return smaller(short, subtract(whole, left))
}

function lower({ now, later }: Due, available: Money | null): Due & { used: Money } {
  const nothing = subtract(now, now)
  const used = available ? smaller(available, add(now, later)) : nothing
  const usedNow = smaller(used, now)
  return { used, now: subtract(now, usedNow), later: subtract(later, subtract(used, usedNow)) }
}
