/** How seats end. Each function runs inside the caller's transaction and gives back what it ends. */
import type { Tx } from '#platform/db/db.ts'
import { cancelEnrolmentsOfCohort, releaseHoldsOfCohort } from './queries/cancelled-cohort.ts'
import { cancelEnrolment, cancelEnrolmentsOf, giveSeatsBack } from './queries.ts'

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
