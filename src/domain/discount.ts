/** What is taken off a price: for coming with friends, or for a promo code, whichever is better. Price rule 3. */
import { larger, type Money, percentOf, smaller, zero } from './money.ts'
import type { PromoCode } from './promo.ts'

/** One step of the ladder: from that many friends on, that much off. */
export type GroupTier = { minFriends: number; percentOff: number }
export type Discount = { kind: 'group' | 'promo'; label: string; amount: Money }
type Promo = Pick<PromoCode, 'code' | 'off'>

/**
 * The better for the buyer of the two, never both and never more than the subtotal; null where nothing
 * is taken off. Of two that are equal the group's, so that no use of a code is spent.
 */
export function bestDiscount(
  subtotal: Money,
  seats: number,
  tiers: readonly GroupTier[],
  promo: Promo | null,
): Discount | null {
  const friends = seats - 1
  const percent = groupPercent(tiers, friends)
  const group = percentOf(subtotal, percent)
  const code = promo ? promoAmount(subtotal, promo) : zero(subtotal.currency)
  const amount = larger(group, code)
  if (amount.minor === 0) return null
  if (promo && amount.minor > group.minor) return { kind: 'promo', label: `Promo code ${promo.code}`, amount }
  return { kind: 'group', label: `Group of ${friends + 1}: ${percent} % off`, amount }
}

/** An amount off is taken once, from the whole order. */
function promoAmount(subtotal: Money, { off }: Promo): Money {
  return smaller(subtotal, 'percent' in off ? percentOf(subtotal, off.percent) : off.amount)
}

function groupPercent(tiers: readonly GroupTier[], friends: number): number {
  return Math.max(0, ...tiers.filter((tier) => friends >= tier.minFriends).map((tier) => tier.percentOff))
}
