/** Discounts: for a group, for a promo code or for a friend's code, whichever is largest. Price rule 3. */
import { type Money, smaller, takePercent } from './money.ts'
import type { PromoCode } from './promo.ts'

/** One step of the group discount: the percentage from that number of friends on. */
export type GroupTier = { minFriends: number; percentOff: number }
export type Discount = { kind: 'group' | 'promo' | 'referral'; amount: Money }
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
    { kind: 'group', amount: takePercent(subtotal, percent) },
    { kind: 'referral', amount: takePercent(subtotal, referralPercent) },
  ]
  if (promo) candidates.push({ kind: 'promo', amount: getPromoAmount(subtotal, promo) })
  const best = candidates.reduce((one, next) => (next.amount.minor > one.amount.minor ? next : one))
  return best.amount.minor > 0 ? best : null
}

/** The steps of the site for a course. None for one that gives no discount to groups (docs/contract §39). */
export function listCourseTiers(
  tiers: readonly GroupTier[],
  { hasGroupDiscount }: { hasGroupDiscount: boolean },
): GroupTier[] {
  return hasGroupDiscount ? [...tiers] : []
}

type Described = { seats: number; subtotal: Money; amount: Money; promoCode: string | null }

/**
 * The words for a discount, the same for a quote and for its order: `Group of 3: 10 % off`. The percentage follows from
 * the amounts, because an order stores only those.
 */
export function describeDiscount(kind: Discount['kind'], { seats, subtotal, amount, promoCode }: Described): string {
  if (kind === 'promo') return `Promo code ${promoCode}`
  const percent = findPercent(subtotal, amount)
  return `${kind === 'group' ? `Group of ${seats}` : 'Friend’s code'}${percent === null ? '' : `: ${percent} % off`}`
}

/** The whole percentage of which the amount is the rounded part; null below a hundred minor units, where several are. */
function findPercent(subtotal: Money, amount: Money): number | null {
  if (subtotal.minor < 100) return null
  const percent = Math.round((amount.minor * 100) / subtotal.minor)
  return takePercent(subtotal, percent).minor === amount.minor ? percent : null
}

/** A fixed amount is taken off once per order, not per seat. */
function getPromoAmount(subtotal: Money, { off }: Promo): Money {
  return smaller(subtotal, 'percent' in off ? takePercent(subtotal, off.percent) : off.amount)
}

function getGroupPercent(tiers: readonly GroupTier[], friends: number): number {
  return Math.max(0, ...tiers.filter((tier) => friends >= tier.minFriends).map((tier) => tier.percentOff))
}
