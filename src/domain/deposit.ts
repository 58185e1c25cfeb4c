/** Paying a part now and the balance later. Contract §5, price rule 6. */
import { type Money, smaller, times } from './money.ts'
import { type OfferPrice, unitPrice } from './pricing.ts'

/** What is due now, and when the rest is. */
export type Deposit = { amount: Money; balanceDueAt: Date }

/** Price rule 6: the balance is due this long before the first session, or after an on-demand purchase. */
const BALANCE_DAYS_BEFORE = 7
const BALANCE_DAYS_AFTER = 30
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The deposit that holds an order's seats, or null where none is offered: the offer has no deposit, it
 * would pay everything, or the balance would be due already. Price rule 6.
 *
 * @param order what is bought, after its discount
 * @param firstSessionAt null for an on-demand course
 */
export function depositTerms(
  offer: Pick<OfferPrice, 'deposit'>,
  { total, seats }: { total: Money; seats: number },
  now: Date,
  firstSessionAt: Date | null,
): Deposit | null {
  if (!offer.deposit) return null
  const amount = smaller(times(offer.deposit, seats), total)
  const balanceDueAt = firstSessionAt
    ? daysFrom(firstSessionAt, -BALANCE_DAYS_BEFORE)
    : daysFrom(now, BALANCE_DAYS_AFTER)
  return amount.minor === total.minor || balanceDueAt <= now ? null : { amount, balanceDueAt }
}

/** The same for one seat at its own price: what a page says before anybody has chosen anything. */
export function depositOfSeat(offer: OfferPrice, now: Date, firstSessionAt: Date | null): Deposit | null {
  return depositTerms(offer, { total: unitPrice(offer, now), seats: 1 }, now, firstSessionAt)
}

function daysFrom(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS)
}
