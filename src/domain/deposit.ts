/** Paying a part now and the balance later. Contract §5, price rule 6. */
import { type Money, smaller, subtract } from './money.ts'
import { type OfferPrice, unitPrice } from './pricing.ts'

export type Deposit = { dueNow: Money; dueLater: Money; dueAt: Date }

/** Price rule 6: the balance is due this long before the first session, or after an on-demand purchase. */
const BALANCE_DAYS_BEFORE = 7
const BALANCE_DAYS_AFTER = 30
const DAY_MS = 24 * 60 * 60 * 1000

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
