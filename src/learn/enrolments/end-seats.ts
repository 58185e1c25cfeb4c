/**
 * Ends seats. Each function runs inside the caller's transaction and releases the seats that it ends. The job
 * `enrolment.ended` tells higher floors whose enrolments ended.
 */
import { returnSeats } from '#catalogue/catalog/queries/seats.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { cancelEnrolmentsOfCohort, releaseHoldsOfCohort, withdrawOffersOfCohort } from './queries/cancelled-cohort.ts'
import { cancelEnrolments, cancelPersonEnrolments } from './queries.ts'
import { enrolmentEndedJob, referralReviewJob } from './queue.ts'

/** The reason of seats that end because the bank took the payment back. The access to lessons reads it. */
export const DISPUTE_LOST_REASON = 'The payment was lost to a dispute'

/**
 * Ends seats of an order and releases them, each once; returns those that had not ended before. Locks all enrolments
 * before the cohort, as endSeatsOfCohort does, so that the two cannot deadlock.
 */
export async function cancelSeats(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  seats: { orderId: string; seats: readonly number[]; by: string | null; reason: string },
): Promise<number[]> {
  const ended = await cancelEnrolments(tx, seats)
  // The enrolment says the cohort: a seat of the order may have moved to other dates.
  const byCohort = [...Map.groupBy(ended, ({ cohort_code }) => cohort_code)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [cohortCode, own] of byCohort) {
    await returnSeats(tx, cohortCode, own.length)
    await enqueueEnded(deps, tx, cohortCode, own)
  }
  return ended.map(({ seat }) => seat)
}

/**
 * Ends every held, offered and taken seat of a cohort, and returns their number. The caller then locks the cohort's row and
 * calls this again, which ends seats that were taken in the meantime.
 */
export async function endSeatsOfCohort(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  cancellation: { cohortCode: string; by: string; reason: string },
): Promise<number> {
  // Holds first: a hold that is paid right now becomes an enrolment, which the second statement sees.
  const heldSeats = await releaseHoldsOfCohort(tx, cancellation.cohortCode)
  const offeredSeats = await withdrawOffersOfCohort(tx, cancellation.cohortCode)
  const ended = await cancelEnrolmentsOfCohort(tx, cancellation)
  await enqueueEnded(deps, tx, cancellation.cohortCode, ended)
  return heldSeats + offeredSeats + ended.length
}

async function enqueueEnded(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  cohortCode: string,
  ended: readonly { person_id: string | null }[],
): Promise<void> {
  const personIds = ended.flatMap(({ person_id }) => person_id ?? [])
  if (personIds.length === 0) return
  await jobs.enqueue(tx, enrolmentEndedJob, { cohortCode, personIds })
  await jobs.enqueue(tx, referralReviewJob, { personIds })
}

/** Ends all enrolments of a person, whose account is being deleted. Refunds are not decided here. */
export async function cancelAllEnrolments(tx: Tx, personId: string): Promise<void> {
  for (const cohortCode of await cancelPersonEnrolments(tx, personId)) await returnSeats(tx, cohortCode, 1)
}
