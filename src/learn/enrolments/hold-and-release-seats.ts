/** Reserves and releases seats. Each function runs inside the caller's transaction; each undo follows its action. */

import { returnSeats } from '#catalogue/catalog/queries/seats.ts'
import { CAPTURE_MINUTES, HOLD_LIMIT_MINUTES, HOLD_MINUTES } from '#domain/orders/seat-hold.ts'
import type { Tx } from '#platform/db/db.ts'
import { calculateAccessEnd, loadAccessEnd } from './access-end.ts'
import { clearUnpaidEnd } from './queries/hold-limits.ts'
import { addEnrolment, addHold, changeHoldState, renewHold, reviveHold, takeHold } from './queries.ts'
import { claimOrReserveSeats, reserveHeldSeats, type WantedHold } from './use-offer.ts'

/** Holds seats for an order: all of them, or null when they are not available. */
export async function holdSeats(tx: Tx, hold: WantedHold): Promise<Date | null> {
  return (await reserveHeldSeats(tx, hold)) ? addHold(tx, { ...hold, minutes: HOLD_MINUTES }) : null
}

/** Holds the seats of an expired order again, because its buyer approved the payment after all. False where they are gone. */
export async function holdSeatsAgain(tx: Tx, order: Pick<WantedHold, 'orderId' | 'cohortCode' | 'seats'>) {
  return (await claimOrReserveSeats(tx, order)) && (await reviveHold(tx, order.orderId, CAPTURE_MINUTES))
}

/** Extends a hold during a payment, to at most 30 minutes in all. Null when the hold has ended. */
export function extendHold(tx: Tx, orderId: string): Promise<Date | null> {
  return renewHold(tx, orderId, HOLD_MINUTES, HOLD_LIMIT_MINUTES)
}

/** Releases held seats, once. `unpaid` when the hold expired. */
export async function releaseSeats(
  tx: Tx,
  orderId: string,
  outcome: 'released' | 'unpaid' = 'released',
): Promise<void> {
  const hold = await changeHoldState(tx, orderId, outcome)
  if (hold && !hold.waitlist_offer_id) await returnSeats(tx, hold.cohort_code, hold.seats)
}

/**
 * Enrols a person on a paid order. Uses the held seats, or available ones when the hold has expired. The person gets
 * the first seat; the others are reserved for friends. All seats or none: a failure reserves nothing.
 */
export async function enrolBuyer(
  tx: Tx,
  order: { orderId: string; cohortCode: string; seats: number; personId: string },
): Promise<{ enrolmentId: string } | 'already-enrolled' | 'sold-out'> {
  const takenHold = await takeHold(tx, order.orderId)
  const hasSeats = takenHold && !takenHold.waitlist_offer_id
  if (!hasSeats && !(await claimOrReserveSeats(tx, order))) return 'sold-out'
  if (!takenHold) await clearUnpaidEnd(tx, order.orderId)

  const accessEndsAt = takenHold
    ? calculateAccessEnd(takenHold)
    : await loadAccessEnd(tx, order.cohortCode, order.orderId)
  const enrolmentId = await addEnrolment(tx, { ...order, seat: 1, accessEndsAt })
  if (!enrolmentId) {
    await returnSeats(tx, order.cohortCode, takenHold?.seats ?? order.seats)
    return 'already-enrolled'
  }
  for (let seat = 2; seat <= order.seats; seat++)
    await addEnrolment(tx, { ...order, seat, personId: null, accessEndsAt })
  return { enrolmentId }
}
