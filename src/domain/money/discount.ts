/** Discounts: for a group, for a promo code or for a friend's code, whichever is largest. Price rule 3. */
import { type Money, smaller, takePercent } from './money.ts'
import type { PromoCode } from './promo.ts'

/** One step of the group discount: the percentage from that number of friends on. */
export type GroupTier = { minFriends: number; percentOff: number }
export type Discount = { kind: 'group' | 'promo' | 'referral'; label: string; amount: Money }
type Promo = Pick<PromoCode, 'code' | 'off'>

/**
 * Compares the discounts of group, promo code and friend's code, and returns the largest, at most the subtotal. Null for
 * no discount. If two are equal, the group discount applies before the friend's code, so that no use of a promo code is
 * consumed.
 *
 * @param referralPercent the percentage for a buyer who came by a friend's code; 0 for others
 */
export function getBestDiscount(
  subtotal: Money,
  seats: number,
  tiers: readonly GroupTier[],
  promo: Promo | null,
  referralPercent = 0,
): Discount | null {
  const percent = getGroupPercent(tiers, seats - 1)
  const candidates: Discount[] = [
    { kind: 'group', label: `Group of ${seats}: ${percent} % off`, amount: takePercent(subtotal, percent) },
    {
      kind: 'referral',
      label: `Friend’s code: ${referralPercent} % off`,
      amount: takePercent(subtotal, referralPercent),
    },
  ]
  if (promo)
    candidates.push({ kind: 'promo', label: `Promo code ${promo.code}`, amount: getPromoAmount(subtotal, promo) })
  const best = candidates.reduce((one, next) => (next.amount.minor > one.amount.minor ? next : one))
  return best.amount.minor > 0 ? best : null
}

/** A fixed amount is taken off once per order, not per seat. */
function getPromoAmount(subtotal: Money, { off }: Promo): Money {
  return smaller(subtotal, 'percent' in off ? takePercent(subtotal, off.percent) : off.amount)
}

function getGroupPercent(tiers: readonly GroupTier[], friends: number): number {
  return Math.max(0, ...tiers.filter((tier) => friends >= tier.minFriends).map((tier) => tier.percentOff))
}
