/** The statements that end all seats of a cancelled cohort. */
import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

/** seat_hold_cohort; returns the number of held seats, without those of waitlist offers */
export async function releaseHoldsOfCohort(tx: Tx, cohortCode: string): Promise<number> {
  const holds = await tx
    .updateTable('seat_hold')
    .set({ state: 'released', ip_hash: null, client_hash: null })
    .where('cohort_code', '=', cohortCode)
    .where('state', '=', sql.lit('live'))
    .returning(['seats', 'waitlist_offer_id'])
    .execute()
  return holds.reduce((sum, { seats, waitlist_offer_id }) => sum + (waitlist_offer_id ? 0 : seats), 0)
}

/** waitlist_offer_open; returns the number of offered seats. Holds have ended before. */
export async function withdrawOffersOfCohort(tx: Tx, cohortCode: string): Promise<number> {
  const offers = await tx
    .updateTable('waitlist_offer')
    .set({ state: 'withdrawn', ended_at: sql<Date>`now()` })
    .where('cohort_code', '=', cohortCode)
    .where('state', '=', sql.lit('offered'))
    .returning('seats')
    .execute()
  return offers.reduce((sum, { seats }) => sum + seats, 0)
}

/** enrolment_once, enrolment_unconfirmed_once; locks by id. Returns the persons of the taken seats; null for a reserved one. */
export async function cancelEnrolmentsOfCohort(
  tx: Tx,
  { cohortCode, by, reason }: { cohortCode: string; by: string; reason: string },
): Promise<{ person_id: string | null }[]> {
  const { rows } = await sql<{ person_id: string | null }>`update enrolment
    set state = 'cancelled', cancelled_at = now(), cancelled_by = ${by}, cancel_reason = ${reason}
    where id in (select id from enrolment where cohort_code = ${cohortCode} and state in ('active', 'unconfirmed')
      order by id for update) returning person_id`.execute(tx)
  return rows
}
