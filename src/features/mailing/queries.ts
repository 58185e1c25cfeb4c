/** Every statement about mail. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** A worker that has not come back by then has died in the middle of sending. */
const LEASE = sql`interval '2 minutes'`

export type NewMail = {
  dedupeKey: string
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
}

/** unique mail.dedupe_key; null when this mail was written before */
export async function addMail(tx: Tx, mail: NewMail): Promise<string | null> {
  const row = await tx
    .insertInto('mail')
    .values({
      dedupe_key: mail.dedupeKey,
      to_address: mail.to,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html,
      headers: JSON.stringify(mail.headers ?? {}),
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null

  const attachments = (mail.attachments ?? []).map((attachment, position) => ({
    mail_id: row.id,
    position,
    filename: attachment.filename,
    content_type: attachment.contentType,
    content: attachment.content,
  }))
  if (attachments.length > 0) await tx.insertInto('mail_attachment').values(attachments).execute()
  return row.id
}

/** unique mail.dedupe_key */
export async function wasWritten(tx: Tx, dedupeKey: string): Promise<boolean> {
  const row = await tx.selectFrom('mail').select('id').where('dedupe_key', '=', dedupeKey).executeTakeFirst()
  return row !== undefined
}

/** primary key; null when it was sent, or another worker is at it */
export async function claimMail(db: Db, id: string) {
  return db
    .updateTable('mail')
    .set({ state: 'sending', attempts: sql<number>`attempts + 1`, claimed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`(state in ('queued', 'failed') or (state = 'sending' and claimed_at < now() - ${LEASE}))`)
    .returningAll()
    .executeTakeFirst()
}

/** primary key */
export async function attachmentsOf(db: Db, mailIds: readonly string[]) {
  return db
    .selectFrom('mail_attachment')
    .selectAll()
    .where('mail_id', '=', sql<string>`any(${[...mailIds]}::uuid[])`)
    .orderBy('mail_id')
    .orderBy('position')
    .execute()
}

/** mail_unsent; what should have gone by now, for three days */
export async function overdueMails(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('mail')
    .select('id')
    .where(sql<boolean>`state <> 'sent'`)
    .where('created_at', '<', sql<Date>`now() - ${LEASE}`)
    .where('created_at', '>', sql<Date>`now() - interval '3 days'`)
    .orderBy('created_at')
    .limit(500)
    .execute()
  return rows.map((row) => row.id)
}

/** mail_unsent */
export async function countUnsent(db: Db): Promise<number> {
  const row = await db
    .selectFrom('mail')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(sql<boolean>`state <> 'sent'`)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function markMail(db: Db | Tx, id: string, state: 'sent' | 'failed'): Promise<void> {
  await db
    .updateTable('mail')
    .set({ state, sent_at: state === 'sent' ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .execute()
}

/** Primary key. What was handed over is not kept: the links and codes in it are for one pair of eyes. */
export async function forgetWords(db: Db | Tx, id: string): Promise<void> {
  await db.updateTable('mail').set({ text_body: '', html_body: '', headers: '{}' }).where('id', '=', id).execute()
  await db.deleteFrom('mail_attachment').where('mail_id', '=', id).execute()
}

/** mail_address, else mail_recent */
export async function newestMail(db: Db, to: string | null, limit = 100) {
  return db
    .selectFrom('mail')
    .selectAll()
    .$if(to !== null, (query) => query.where('to_address', '=', to ?? ''))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}

/** primary key */
export async function mailById(db: Db, id: string) {
  return db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()
}

/** mail_address */
export async function forgetMailTo(tx: Tx, to: string): Promise<void> {
  await tx.deleteFrom('mail').where('to_address', '=', to).execute()
}
