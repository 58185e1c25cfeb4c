/** The statements that end all seats of a cohort that is cancelled. */
import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

const now = sql<Date>`now()`

/** seat_hold_cohort; how many seats were held */
export async function releaseHoldsOfCohort(tx: Tx, courseCode: string): Promise<number> {
  const holds = await tx
    .updateTable('seat_hold')
    .set({ state: 'released', held_from: null, held_by: null })
    .where('course_code', '=', courseCode)
    .where('state', '=', sql.lit('live'))
    .returning('seats')
    .execute()
  return holds.reduce((sum, { seats }) => sum + seats, 0)
}

/** enrolment_once, enrolment_unconfirmed_once; how many seats were taken */
export async function cancelEnrolmentsOfCohort(
  tx: Tx,
  { courseCode, by, reason }: { courseCode: string; by: string; reason: string },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('enrolment')
    .set({ state: 'cancelled', cancelled_at: now, cancelled_by: by, cancel_reason: reason })
    .where('course_code', '=', courseCode)
    .where('state', 'in', ['active', 'unconfirmed'])
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
