/** Uses the seats of a waitlist offer for an order, where it has one; else free seats. docs/contract §4. */
import { reserveSeats, returnSeats, type SeatReservation } from '#catalogue/catalog/queries/seats.ts'
import type { Tx } from '#platform/db/db.ts'
import { claimOffer, isOfferUsable } from './queries/offered-seats.ts'
import type { NewHold } from './queries.ts'

export type WantedHold = NewHold & Pick<SeatReservation, 'ownSeats'>

/** The seats of an offer are held already, so that the hold only uses them. */
export function reserveHeldSeats(tx: Tx, { waitlistOfferId, ...hold }: WantedHold): Promise<boolean> {
  const { cohortCode, seats, ownSeats } = hold
  return waitlistOfferId
    ? isOfferUsable(tx, waitlistOfferId, hold)
    : reserveSeats(tx, { cohortCode, seats, ownSeats, closing: 'enforce', waitlist: 'ask-first' })
}

/** For a paid order without seats of its own. A smaller order than the offer returns the other seats. */
export async function claimOrReserveSeats(tx: Tx, order: NewHold): Promise<boolean> {
  const { cohortCode, seats } = order
  const offer = await claimOffer(tx, order)
  if (offer && offer.seats > seats) await returnSeats(tx, cohortCode, offer.seats - seats)
  return offer ? true : reserveSeats(tx, { cohortCode, seats, closing: 'ignore', waitlist: 'ask-first' })
}
