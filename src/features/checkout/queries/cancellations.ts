/** Every statement about what a cancelled cohort means for its orders. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** primary key; null where no admin cancelled it */
export async function adminCancellation(db: Db, courseCode: string): Promise<{ by: string; reason: string } | null> {
  const row = await db
    .selectFrom('cohort_cancellation')
    .select(['cancelled_by', 'reason'])
    .where('course_code', '=', courseCode)
    .executeTakeFirst()
  return row?.cancelled_by ? { by: row.cancelled_by, reason: row.reason } : null
}

/** orders_one_open; enrolments of the cohort that ended in this transaction, or that somebody took during it */
export async function addOrdersToEnd(tx: Tx, courseCode: string): Promise<void> {
  await sql`insert into cohort_cancellation_order (order_id, course_code)
    select id, course_code from orders where course_code = ${courseCode} and state = 'open'
    union select order_id, course_code from enrolment where course_code = ${courseCode}
      and (state in ('active', 'unconfirmed') or cancelled_at = now())
    on conflict (order_id) do nothing`.execute(tx)
}

/** cohort_cancellation_order_waiting */
export async function ordersToEnd(db: Db, courseCode: string): Promise<string[]> {
  const rows = await db
    .selectFrom('cohort_cancellation_order')
    .select('order_id')
    .where('course_code', '=', courseCode)
    .where('done_at', 'is', null)
    .orderBy('order_id')
    .execute()
  return rows.map((row) => row.order_id)
}

/** primary key; the caller holds the order's lock */
export async function isEnded(tx: Tx, orderId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('cohort_cancellation_order')
    .select('done_at')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row?.done_at != null
}

/** primary key */
export async function noteEnded(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('cohort_cancellation_order')
    .set({ done_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .execute()
}
