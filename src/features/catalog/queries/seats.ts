/** Reserves and returns seats of a cohort. One conditional update, so that concurrent orders cannot oversell. */
import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

const now = sql<Date>`now()`

/** primary key of cohort; false when the seats are not available. A paid order ignores the closing time. */
export async function reserveSeats(
  tx: Tx,
  cohortCode: string,
  seats: number,
  closing: 'enforce' | 'ignore',
): Promise<boolean> {
  const row = await tx
    .updateTable('cohort')
    .set({ taken: sql<number>`taken + ${seats}` })
    .where('cohort_code', '=', cohortCode)
    .where('state', '=', 'open')
    .$if(closing === 'enforce', (query) =>
      query.where((is) => is.or([is('enrol_closes_at', 'is', null), is('enrol_closes_at', '>', now)])),
    )
    .where((is) => is.or([is('capacity', 'is', null), is(sql<number>`taken + ${seats}`, '<=', is.ref('capacity'))]))
    .returning('cohort_code')
    .executeTakeFirst()
  return row !== undefined
}

/** primary key of cohort */
export async function returnSeats(tx: Tx, cohortCode: string, seats: number): Promise<void> {
  await tx
    .updateTable('cohort')
    .set({ taken: sql<number>`taken - ${seats}` })
    .where('cohort_code', '=', cohortCode)
    .execute()
}
