/**
 * What a buyer pays, worked out in one place: the page, the quote, the charge and the receipt read the
 * same result, so they cannot disagree. Contract §5, price rules.
 */
import { bestDiscount, type Discount, type GroupTier } from './discount.ts'
import { type Money, money, subtract, times, zero } from './money.ts'
import type { PromoCode } from './promo.ts'

/** What an offer says about its price, for one seat. `discountEndsAt` null: the lower price stays. */
export type OfferPrice = {
  price: Money
  discountPrice: Money | null
  discountEndsAt: Date | null
  deposit: Money | null
}

/** One seat of an order, counted from 1. */
export type SeatLine = { kind: 'seats'; seat: number; label: string; amount: Money }
export type Noun = 'seat' | 'place'
/** `noun` is what is bought, in words: a `place` in an on-demand course, which has no seats. */
export type Order = {
  unit: Money
  seats: number
  noun?: Noun
  groupTiers?: readonly GroupTier[]
  promo?: Pick<PromoCode, 'code' | 'off'> | null
}
/** The discount of a line is positive: it is what is taken off. */
export type QuoteLine = { kind: 'seats' | Discount['kind']; label: string; amount: Money }
export type Quote = {
  seats: number
  unit: Money
  subtotal: Money
  discount: Money
  /** Which of the two was the better; null where nothing is taken off. */
  discountKind: Discount['kind'] | null
  total: Money
  lines: QuoteLine[]
}

/** At most this many seats in one order. Price rule 2. */
const MOST_SEATS = 10

/** The price of one seat now: the lower one until the moment it ends, then the list price. Price rule 2. */
export function unitPrice({ price, discountPrice, discountEndsAt }: OfferPrice, now: Date): Money {
  const runs = discountPrice !== null && (discountEndsAt === null || now < discountEndsAt)
  return runs ? discountPrice : price
}

/**
 * Prices an order: unit price × seats, less the better of group and promo code. Price rules 2 to 4.
 *
 * @throws RangeError on a seat count outside 1 to 10 or a negative price: the caller is wrong, not the buyer
 */
export function quote({ unit, seats, noun = 'seat', groupTiers = [], promo = null }: Order): Quote {
  if (!Number.isInteger(seats) || seats < 1 || seats > MOST_SEATS) throw new RangeError(`seats: ${seats}`)
  if (unit.minor < 0) throw new RangeError(`unit price: ${unit.minor}`)

  const subtotal = times(unit, seats)
  const off = bestDiscount(subtotal, seats, groupTiers, promo)
  const discount = off?.amount ?? zero(unit.currency)
  const label = seats === 1 ? `1 ${noun}` : `${seats} ${noun}s`
  return {
    seats,
    unit,
    subtotal,
    discount,
    discountKind: off?.kind ?? null,
    total: subtract(subtotal, discount),
    lines: [{ kind: 'seats', label, amount: subtotal }, ...(off ? [off] : [])],
  }
}

/**
 * The lines of an order: one for each seat, so that each can be paid back by itself. They add up to the
 * total, and the remainder of the split goes to the first. Price rules 4 and 9.
 */
export function seatLines({ total, seats }: Pick<Quote, 'total' | 'seats'>, noun: Noun = 'seat'): SeatLine[] {
  const share = Math.floor(total.minor / seats)
  const first = total.minor - share * (seats - 1)
  return Array.from({ length: seats }, (_, at) => ({
    kind: 'seats',
    seat: at + 1,
    label: seats === 1 ? `1 ${noun}` : `${noun === 'seat' ? 'Seat' : 'Place'} ${at + 1}`,
    amount: money(at === 0 ? first : share, total.currency),
  }))
}
