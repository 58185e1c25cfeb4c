/**
 * What a buyer pays, worked out in one place: the page, the quote, the charge and the receipt read the
 * same result, so they cannot disagree. Contract §5, price rules.
 */
import { type Money, smaller, subtract, times, zero } from './money.ts'

/** What an offer says about its price, for one seat. `discountEndsAt` null: the lower price stays. */
export type OfferPrice = {
  price: Money
  discountPrice: Money | null
  discountEndsAt: Date | null
  deposit: Money | null
}

type Line = { kind: 'seats'; label: string; amount: Money }
export type Deposit = { dueNow: Money; dueLater: Money; dueAt: Date }
export type Quote = {
  seats: number
  unit: Money
  subtotal: Money
  discount: Money
  total: Money
  dueNow: Money
  lines: Line[]
}

/** At most this many seats in one order. Price rule 2. */
const MOST_SEATS = 10
/** Price rule 6: the balance is due this long before the first session, or after an on-demand purchase. */
const BALANCE_DAYS_BEFORE = 7
const BALANCE_DAYS_AFTER = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** The price of one seat now: the lower one until the moment it ends, then the list price. Price rule 2. */
export function unitPrice({ price, discountPrice, discountEndsAt }: OfferPrice, now: Date): Money {
  const runs = discountPrice !== null && (discountEndsAt === null || now < discountEndsAt)
  return runs ? discountPrice : price
}

/**
 * Quotes `seats` places at `unit`, paid in full.
 *
 * @throws RangeError on a seat count outside 1 to 10 or a negative price: the caller is wrong, not the buyer
 */
export function quote(unit: Money, seats: number): Quote {
  if (!Number.isInteger(seats) || seats < 1 || seats > MOST_SEATS) throw new RangeError(`seats: ${seats}`)
  if (unit.minor < 0) throw new RangeError(`unit price: ${unit.minor}`)

  const subtotal = times(unit, seats)
  const discount = zero(unit.currency)
  const total = subtract(subtotal, discount)
  const label = seats === 1 ? '1 seat' : `${seats} seats`
  return { seats, unit, subtotal, discount, total, dueNow: total, lines: [{ kind: 'seats', label, amount: subtotal }] }
}

/**
 * The deposit that holds one seat and the balance that follows, or null where none is offered: the
 * offer has no deposit, it would pay everything, or the balance would be due already. Price rule 6.
 *
 * @param firstSessionAt null for an on-demand course
 */
export function depositTerms(offer: OfferPrice, now: Date, firstSessionAt: Date | null): Deposit | null {
  const total = unitPrice(offer, now)
  if (!offer.deposit) return null
  const dueNow = smaller(offer.deposit, total)
  const dueLater = subtract(total, dueNow)
  const dueAt = firstSessionAt ? daysFrom(firstSessionAt, -BALANCE_DAYS_BEFORE) : daysFrom(now, BALANCE_DAYS_AFTER)
  return dueLater.minor === 0 || dueAt <= now ? null : { dueNow, dueLater, dueAt }
}

function daysFrom(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS)
}
