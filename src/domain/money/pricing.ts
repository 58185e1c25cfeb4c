/**
 * The price of an order, calculated in one place. The page, the quote, the charge and the receipt read the same
 * result, so they cannot disagree. docs/contract §5, price rules.
 */
import { createPriceLines, type PriceLine } from './bill.ts'
import { type Discount, type GroupTier, getBestDiscount } from './discount.ts'
import { type Money, money, subtract, times, zero } from './money.ts'
import type { PromoCode } from './promo.ts'

/** The price of one seat in an offer. `discountEndsAt` null: the lower price has no end. */
export type OfferPrice = {
  price: Money
  discountPrice: Money | null
  discountEndsAt: Date | null
  deposit: Money | null
}

/** One seat of an order, counted from 1. */
export type SeatLine = { kind: 'seats'; seat: number; label: string; amount: Money }
export type SeatNoun = 'seat' | 'place'
/** `noun` is the word for the thing bought: `place` for an on-demand course, which has no seats. */
export type PricedOrder = {
  unit: Money
  seats: number
  noun?: SeatNoun
  groupTiers?: readonly GroupTier[]
  promo?: Pick<PromoCode, 'code' | 'off'> | null
  /** For a buyer who came by a friend's code. */
  referralPercent?: number
}
export type ComputedPrice = {
  seats: number
  unit: Money
  subtotal: Money
  discount: Money
  /** The kind of discount that applies; null for none. */
  discountKind: Discount['kind'] | null
  total: Money
  lines: PriceLine<'seats'>[]
}

/** The maximum number of seats in one order. Price rule 2. */
const MAX_SEATS = 10

/** The price of one seat now: the lower price until it ends, then the list price. Price rule 2. */
export function getUnitPrice({ price, discountPrice, discountEndsAt }: OfferPrice, now: Date): Money {
  const isDiscounted = discountPrice !== null && (discountEndsAt === null || now < discountEndsAt)
  return isDiscounted ? discountPrice : price
}

/**
 * Prices an order: unit price × seats, less the largest of the group, promo and referral discounts. Price rules 2 to 4.
 *
 * @throws RangeError on a seat count outside 1 to 10 or a negative price, which are mistakes of the caller
 */
export function computeQuote({
  unit,
  seats,
  noun = 'seat',
  groupTiers = [],
  promo = null,
  referralPercent = 0,
}: PricedOrder): ComputedPrice {
  if (!Number.isInteger(seats) || seats < 1 || seats > MAX_SEATS) throw new RangeError(`seats: ${seats}`)
  if (unit.minor < 0) throw new RangeError(`unit price: ${unit.minor}`)

  const subtotal = times(unit, seats)
  const off = getBestDiscount(subtotal, seats, groupTiers, promo, referralPercent)
  const discount = off?.amount ?? zero(unit.currency)
  const total = subtract(subtotal, discount)
  const discountKind = off?.kind ?? null
  const label = describeSeats(seats, noun)
  const promoCode = promo?.code ?? null
  const lines = createPriceLines({ kind: 'seats', label, seats, subtotal, total, discountKind, promoCode })
  return { seats, unit, subtotal, discount, discountKind, total, lines }
}

/** `1 seat`, `2 places`. */
export function describeSeats(seats: number, noun: SeatNoun): string {
  return seats === 1 ? `1 ${noun}` : `${seats} ${noun}s`
}

/** The noun of seat lines made by `createSeatLines`. */
export const getSeatNoun = (label: string): SeatNoun => (/^(1 place|Place )/.test(label) ? 'place' : 'seat')

/**
 * The lines of an order, one for each seat, so that each seat can be refunded alone. They add up to the total; the
 * first line carries the remainder. Price rules 4 and 9.
 */
export function createSeatLines(
  { total, seats }: Pick<ComputedPrice, 'total' | 'seats'>,
  noun: SeatNoun = 'seat',
): SeatLine[] {
  const share = Math.floor(total.minor / seats)
  const first = total.minor - share * (seats - 1)
  return Array.from({ length: seats }, (_, at) => ({
    kind: 'seats',
    seat: at + 1,
    label: seats === 1 ? describeSeats(1, noun) : `${noun === 'seat' ? 'Seat' : 'Place'} ${at + 1}`,
    amount: money(at === 0 ? first : share, total.currency),
  }))
}
