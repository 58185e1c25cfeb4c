/** Seats: the number left, and the number shown. docs/contract §4. */

/** At or below this number, the course has the status few-seats. */
export const FEW_SEATS = 5
/** Above this number, the number of seats is not shown. */
export const MAX_SHOWN_SEATS = 10

export type SeatCounts = {
  capacity: number | null
  taken: number
  /** The smallest party on the waitlist. While it fits the free seats, they are offered to the waitlist first. */
  waitingParty: number | null
}

/** The seats on sale: never below zero, none while the waitlist is asked first; null without a limit. */
export function getSeatsLeft({ capacity, taken, waitingParty }: SeatCounts): number | null {
  if (capacity === null) return null
  const free = Math.max(0, capacity - taken)
  return waitingParty !== null && waitingParty <= free ? 0 : free
}

/** The number to show; null when more than ten are left. */
export function getShownSeats(left: number | null): number | null {
  return left !== null && left <= MAX_SHOWN_SEATS ? left : null
}
