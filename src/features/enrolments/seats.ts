/** Seats and what becomes of them. Each function runs inside the caller's transaction; the undo stands beside the act. */
import { HOLD_LIMIT_MINUTES, HOLD_MINUTES } from '#domain/seats.ts'
import type { Tx } from '#platform/db/db.ts'
import { cancelEnrolmentsOfCohort, releaseHoldsOfCohort } from './queries/cancelled-cohort.ts'
import {
  addEnrolment,
  addHold,
  cancelEnrolment,
  cancelEnrolmentsOf,
  claimSeats,
  giveSeatsBack,
  moveHold,
  renewHold,
} from './queries.ts'

/** Sets seats aside for an order; null when they are not to be had. All of them or none. */
export async function holdSeats(
  tx: Tx,
  hold: { orderId: string; courseCode: string; seats: number; from?: Buffer | null },
): Promise<Date | null> {
  if (!(await claimSeats(tx, hold.courseCode, hold.seats, 'heed'))) return null
  return addHold(tx, { ...hold, minutes: HOLD_MINUTES })
}

/** More time while a payment is in hand, 30 minutes in all. Null when the hold has ended. */
export function keepHolding(tx: Tx, orderId: string): Promise<Date | null> {
  return renewHold(tx, orderId, HOLD_MINUTES, HOLD_LIMIT_MINUTES)
}

/** Gives held seats back, once. */
export async function releaseSeats(tx: Tx, orderId: string): Promise<void> {
  const hold = await moveHold(tx, orderId, 'released')
  if (hold) await giveSeatsBack(tx, hold.course_code, hold.seats)
}

/**
 * Enrols a person on an order that is paid: the held seats become its places, or, when the hold has
 * lapsed, free ones; theirs is the first, and the others wait for friends. All of them or none: nothing
 * stays claimed when the answer is not an enrolment.
 */
export async function seat(
  tx: Tx,
  order: { orderId: string; courseCode: string; seats: number; personId: string },
): Promise<{ enrolmentId: string } | 'already-enrolled' | 'sold-out'> {
  const held = await moveHold(tx, order.orderId, 'taken')
  if (!held && !(await claimSeats(tx, order.courseCode, order.seats, 'ignore'))) return 'sold-out'

  const enrolmentId = await addEnrolment(tx, { ...order, seat: 1 })
  if (!enrolmentId) {
    await giveSeatsBack(tx, order.courseCode, held?.seats ?? order.seats)
    return 'already-enrolled'
  }
  for (let seat = 2; seat <= order.seats; seat++) await addEnrolment(tx, { ...order, seat, personId: null })
  return { enrolmentId }
}

/** Ends one seat of an order and gives it back, once; false when it had ended before. */
export async function cancelSeat(
  tx: Tx,
  seat: { orderId: string; courseCode: string; seat: number; by: string | null; reason: string },
): Promise<boolean> {
  if (!(await cancelEnrolment(tx, seat))) return false
  await giveSeatsBack(tx, seat.courseCode, 1)
  return true
}

/**
 * Ends every seat of a cohort, held or taken, and answers how many. The caller locks the cohort's row afterwards and
 * calls it once more: a seat that was taken meanwhile has then ended too.
 */
export async function endSeatsOfCohort(
  tx: Tx,
  cancellation: { courseCode: string; by: string; reason: string },
): Promise<number> {
  // Holds first: a hold that is paid at this moment becomes an enrolment, which the second statement sees.
  const held = await releaseHoldsOfCohort(tx, cancellation.courseCode)
  return held + (await cancelEnrolmentsOfCohort(tx, cancellation))
}

/** Gives up every place that a person has. Whether money goes back is not decided here. */
export async function giveUpPlaces(tx: Tx, personId: string): Promise<void> {
  for (const courseCode of await cancelEnrolmentsOf(tx, personId)) await giveSeatsBack(tx, courseCode, 1)
}
