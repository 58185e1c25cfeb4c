/** Discounts: for a group or for a promo code, whichever is larger. Price rule 3. */
import { larger, type Money, smaller, takePercent, zero } from './money.ts'
import type { PromoCode } from './promo.ts'

/** One step of the group discount: the percentage from that number of friends on. */
export type GroupTier = { minFriends: number; percentOff: number }
export type Discount = { kind: 'group' | 'promo'; label: string; amount: Money }
type Promo = Pick<PromoCode, 'code' | 'off'>

/**
 * The larger of the group and promo discounts, never both and never more than the subtotal; null for no discount.
 * When both are equal the group discount applies, so that no use of the promo code is consumed.
 */
export function getBestDiscount(
  subtotal: Money,
  seats: number,
  tiers: readonly GroupTier[],
  promo: Promo | null,
): Discount | null {
  const friends = seats - 1
  const percent = getGroupPercent(tiers, friends)
  const groupDiscount = takePercent(subtotal, percent)
  const promoDiscount = promo ? getPromoAmount(subtotal, promo) : zero(subtotal.currency)
  const amount = larger(groupDiscount, promoDiscount)
  if (amount.minor === 0) return null
  if (promo && amount.minor > groupDiscount.minor) return { kind: 'promo', label: `Promo code ${promo.code}`, amount }
  return { kind: 'group', label: `Group of ${friends + 1}: ${percent} % off`, amount }
}

/** A fixed amount is taken off once per order, not per seat. */
function getPromoAmount(subtotal: Money, { off }: Promo): Money {
  return smaller(subtotal, 'percent' in off ? takePercent(subtotal, off.percent) : off.amount)
}

function getGroupPercent(tiers: readonly GroupTier[], friends: number): number {
  return Math.max(0, ...tiers.filter((tier) => friends >= tier.minFriends).map((tier) => tier.percentOff))
}
