/** Seats: how many are left, how many are told, how long they are held. Contract §4 and price rule 7. */

/** A hold lives this long, and is renewed while a payment is in hand up to the limit. */
export const HOLD_MINUTES = 15
export const HOLD_LIMIT_MINUTES = 30
/** At or below this many the course says that few are left. */
export const FEW_SEATS = 5
/** Above this many the number is nobody's business. */
export const SHOWN_SEATS = 10

/** Never below zero; null where there is no limit. */
export function seatsLeft(capacity: number | null, taken: number): number | null {
  return capacity === null ? null : Math.max(0, capacity - taken)
}

/** The number that is shown: only when ten or fewer are left. */
export function seatsShown(left: number | null): number | null {
  return left !== null && left <= SHOWN_SEATS ? left : null
}
