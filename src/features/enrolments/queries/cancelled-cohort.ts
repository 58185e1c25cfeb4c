/** The statements that end all seats of a cancelled cohort. */
import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

/** seat_hold_cohort; returns the number of held seats */
export async function releaseHoldsOfCohort(tx: Tx, cohortCode: string): Promise<number> {
  const holds = await tx
    .updateTable('seat_hold')
    .set({ state: 'released', ip_hash: null, client_hash: null })
    .where('cohort_code', '=', cohortCode)
    .where('state', '=', sql.lit('live'))
    .returning('seats')
    .execute()
  return holds.reduce((sum, { seats }) => sum + seats, 0)
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
