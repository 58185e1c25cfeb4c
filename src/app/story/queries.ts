/** What the story looks up to go on with: the newest of a person. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** The newest order of an address for a cohort. */
export async function findOrder(db: Db, email: string, cohortCode: string): Promise<string | null> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('email', '=', email)
    .where('cohort_code', '=', cohortCode)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The open disputes of an order, as its provider names them. */
export async function listOpenDisputes(db: Db, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select d.provider_dispute_id as id from dispute d
    join payment p on p.id = d.payment_id where p.order_id = ${orderId} and d.state = 'open'`.execute(db)
  return rows.map(({ id }) => id)
}

/** The newest conversation of an address. */
export async function findConversation(db: Db, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('support_conversation')
    .select('id')
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
