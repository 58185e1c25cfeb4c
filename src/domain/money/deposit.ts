/** Deposits: a part is paid now and the balance later. docs/contract §5, price rule 6. */
import { type Money, smaller, times } from './money.ts'
import { getUnitPrice, type OfferPrice } from './pricing.ts'

/** The amount due now, and the time when the balance is due. */
export type Deposit = { amount: Money; balanceDueAt: Date }

/** Price rule 6: the balance is due this long before the first session, or after an on-demand purchase. */
export const BALANCE_DAYS_BEFORE = 7
export const BALANCE_DAYS_AFTER = 30
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The deposit that holds an order's seats. Null when the offer has no deposit, when the deposit would pay the full
 * price, or when the balance would be due already. Price rule 6.
 *
 * @param order the total after its discount, and the number of seats
 * @param firstSessionAt null for an on-demand course
 */
export function getDepositTerms(
  offer: Pick<OfferPrice, 'deposit'>,
  { total, seats }: { total: Money; seats: number },
  now: Date,
  firstSessionAt: Date | null,
): Deposit | null {
  if (!offer.deposit) return null
  const amount = smaller(times(offer.deposit, seats), total)
  const balanceDueAt = firstSessionAt ? addDays(firstSessionAt, -BALANCE_DAYS_BEFORE) : addDays(now, BALANCE_DAYS_AFTER)
  return amount.minor === total.minor || balanceDueAt <= now ? null : { amount, balanceDueAt }
}

/** The deposit for one seat at its own price, shown before a buyer has chosen anything. */
export function getSeatDeposit(offer: OfferPrice, now: Date, firstSessionAt: Date | null): Deposit | null {
  return getDepositTerms(offer, { total: getUnitPrice(offer, now), seats: 1 }, now, firstSessionAt)
}

function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS)
}
