/** Every statement about saved checkouts. */
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/types.gen.ts'

type SavedRow = Insertable<DB['saved_checkout']>

export async function addSaved(db: Db, row: SavedRow): Promise<void> {
  await db.insertInto('saved_checkout').values(row).execute()
}

/**
 * Unique token_hash, unique mail_token_hash; false if no checkout has this token. With another address, every other
 * token ends: it was for the reader of the old address.
 */
export async function updateSaved(db: Db, hash: Buffer, row: Omit<SavedRow, 'token_hash'>): Promise<boolean> {
  const updated = await db
    .updateTable('saved_checkout')
    .set({
      ...row,
      token_hash: sql<Buffer>`case email when ${row.email} then token_hash else ${hash}::bytea end`,
      mail_token_hash: sql<Buffer | null>`case email when ${row.email} then mail_token_hash end`,
    })
    .where((is) => is.or([is('token_hash', '=', hash), is('mail_token_hash', '=', hash)]))
    // What another person saved in the same browser stays theirs.
    .where((is) => is.or([is('person_id', 'is', null), is('person_id', '=', row.person_id ?? null)]))
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** unique token_hash, unique mail_token_hash */
export function findSaved(db: Db | Tx, hash: Buffer) {
  return db
    .selectFrom('saved_checkout')
    .selectAll()
    .where((is) => is.or([is('token_hash', '=', hash), is('mail_token_hash', '=', hash)]))
    .executeTakeFirst()
}

/** primary key */
export async function deleteSaved(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('saved_checkout').where('id', '=', id).execute()
}

/** saved_checkout_email */
export async function deleteSavedTo(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('saved_checkout').where('email', '=', email).execute()
}

/** saved_checkout_email, checkout_reminder's key; then a sequential scan for the address among friends */
export async function forgetSaved(tx: Tx, email: string, mailbox: string): Promise<void> {
  await deleteSavedTo(tx, email)
  await tx.deleteFrom('checkout_reminder').where('email', '=', mailbox).execute()
  await sql`update saved_checkout set friends = (
      select coalesce(jsonb_agg(friend), '[]') from jsonb_array_elements(friends) friend where friend ->> 'email' <> ${email})
    where friends @> ${JSON.stringify([{ email }])}::jsonb`.execute(tx)
}

/** saved_checkout_email; without the hashes of its links */
export function listSavedForExport(db: Db, email: string) {
  return db
    .selectFrom('saved_checkout')
    .select(['course_code', 'cohort_code', 'email', 'name', 'phone_number', 'timezone_id', 'seats', 'friends'])
    .select(['payment_type', 'created_at', 'saved_at', 'decided_at'])
    .where('email', '=', email)
    .orderBy('created_at')
    .execute()
}

/** saved_checkout_undecided; in the order of their ids */
export async function listDueSaves(
  db: Db,
  savedBefore: Date,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('saved_checkout')
    .select('id')
    .where('decided_at', 'is', null)
    .where('saved_at', '<=', savedBefore)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Primary key. An order of the same course waits for the lock, or has deleted the row. */
export function lockDueSave(tx: Tx, id: string, savedBefore: Date) {
  return tx
    .selectFrom('saved_checkout')
    .selectAll()
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .where('saved_at', '<=', savedBefore)
    .forUpdate()
    .executeTakeFirst()
}

/** primary key */
export async function markDecided(tx: Tx, id: string, now: Date, mailTokenHash: Buffer | null): Promise<void> {
  await tx
    .updateTable('saved_checkout')
    .set({ decided_at: now, mail_token_hash: mailTokenHash })
    .where('id', '=', id)
    .execute()
}

type Buyer = { email: string; personId: string | null; courseCode: string }

/** orders_email, orders_person; an order of the course, paid or being paid, whenever it was placed */
export async function hasOrdered(tx: Tx, { email, personId, courseCode }: Buyer): Promise<boolean> {
  const row = await tx
    .selectFrom('orders')
    .innerJoin('cohort', 'cohort.cohort_code', 'orders.cohort_code')
    .select('orders.id')
    .where('cohort.course_code', '=', courseCode)
    .where('orders.state', 'in', ['open', 'complete', 'refund-pending', 'returned'])
    .where((is) =>
      is.or([is('orders.email', '=', email), ...(personId === null ? [] : [is('orders.person_id', '=', personId)])]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Primary key. False if the mailbox got such an e-mail in the last 7 days. One conditional statement, so two cannot both succeed. */
export async function reserveReminder(tx: Tx, mailbox: string, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('checkout_reminder')
    .values({ email: mailbox, sent_at: now })
    .onConflict((on) =>
      on
        .column('email')
        .doUpdateSet({ sent_at: now })
        .where('checkout_reminder.sent_at', '<=', new Date(now.getTime() - 7 * 86_400_000)),
    )
    .returning('email')
    .executeTakeFirst()
  return row !== undefined
}
