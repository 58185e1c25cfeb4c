/** Seats and what becomes of them. Each function runs inside the caller's transaction; the undo stands beside the act. */
import { HOLD_LIMIT_MINUTES, HOLD_MINUTES } from '#domain/seats.ts'
import type { Tx } from '#platform/db/db.ts'
import { clearUnpaidEnd } from './queries/hold-limits.ts'
import { addEnrolment, addHold, claimSeats, giveSeatsBack, moveHold, type NewHold, renewHold } from './queries.ts'

/** Sets seats aside for an order; null when they are not to be had. All of them or none. */
export async function holdSeats(tx: Tx, hold: NewHold): Promise<Date | null> {
  if (!(await claimSeats(tx, hold.courseCode, hold.seats, 'heed'))) return null
  return addHold(tx, { ...hold, minutes: HOLD_MINUTES })
}

/** More time while a payment is in hand, 30 minutes in all. Null when the hold has ended. */
export function keepHolding(tx: Tx, orderId: string): Promise<Date | null> {
  return renewHold(tx, orderId, HOLD_MINUTES, HOLD_LIMIT_MINUTES)
}

/** Gives held seats back, once. `unpaid` where their time ran out. */
export async function releaseSeats(tx: Tx, orderId: string, as: 'released' | 'unpaid' = 'released'): Promise<void> {
  const hold = await moveHold(tx, orderId, as)
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
  if (!held) await clearUnpaidEnd(tx, order.orderId)

  const enrolmentId = await addEnrolment(tx, { ...order, seat: 1 })
  if (!enrolmentId) {
    await giveSeatsBack(tx, order.courseCode, held?.seats ?? order.seats)
    return 'already-enrolled'
  }
  for (let seat = 2; seat <= order.seats; seat++) await addEnrolment(tx, { ...order, seat, personId: null })
  return { enrolmentId }
}
