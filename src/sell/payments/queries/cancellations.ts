/** Every statement about the orders of a cancelled cohort. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** primary key; null where no admin cancelled it */
export async function getAdminCancellation(db: Db, cohortCode: string): Promise<{ by: string; reason: string } | null> {
  const row = await db
    .selectFrom('cohort_cancellation')
    .select(['cancelled_by', 'reason'])
    .where('cohort_code', '=', cohortCode)
    .executeTakeFirst()
  return row?.cancelled_by ? { by: row.cancelled_by, reason: row.reason } : null
}

/** orders_one_open; enrolments of the cohort that ended in this transaction, or that were created during it */
export async function addOrdersOfCancelledCohort(tx: Tx, cohortCode: string): Promise<void> {
  await sql`insert into cohort_cancellation_order (order_id, cohort_code)
    select id, cohort_code from orders where cohort_code = ${cohortCode} and state = 'open'
    union select order_id, cohort_code from enrolment where cohort_code = ${cohortCode}
      and (state in ('active', 'unconfirmed') or cancelled_at = now())
    on conflict (order_id, cohort_code) do nothing`.execute(tx)
}

/** cohort_cancellation_order_waiting */
export async function listOrdersToEnd(db: Db, cohortCode: string): Promise<string[]> {
  const rows = await db
    .selectFrom('cohort_cancellation_order')
    .select('order_id')
    .where('cohort_code', '=', cohortCode)
    .where('done_at', 'is', null)
    .orderBy('order_id')
    .execute()
  return rows.map((row) => row.order_id)
}

/** cohort_cancellation_order_waiting; cancelled cohorts with orders that are not ended 15 minutes later */
export async function listCohortsToEnd(db: Db): Promise<string[]> {
  const { rows } = await sql<{ cohort_code: string }>`select distinct x.cohort_code from cohort_cancellation_order x
    join cohort_cancellation c on c.cohort_code = x.cohort_code
    where x.done_at is null and c.cancelled_at < now() - interval '15 minutes'`.execute(db)
  return rows.map((row) => row.cohort_code)
}

/** primary key; the caller holds the order's lock */
export async function isEnded(tx: Tx, orderId: string, cohortCode: string): Promise<boolean> {
  const row = await tx
    .selectFrom('cohort_cancellation_order')
    .select('done_at')
    .where('order_id', '=', orderId)
    .where('cohort_code', '=', cohortCode)
    .executeTakeFirst()
  return row?.done_at != null
}

/** primary key */
export async function markOrderEnded(tx: Tx, orderId: string, cohortCode: string): Promise<void> {
  await tx
    .updateTable('cohort_cancellation_order')
    .set({ done_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('cohort_code', '=', cohortCode)
    .execute()
}
