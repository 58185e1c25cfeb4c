/** All statements about e-mails. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { MailCategory } from './mail-categories.ts'
import { getMailKind, type MailKey } from './mail-kinds.ts'
import { deleteSuppression } from './queries/suppressions.ts'

export type NewMail = {
  dedupeKey: MailKey
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  /** The reader's zone, for the hours in which e-mails that are not urgent are sent. Default: UTC. */
  timezoneId?: string | null
  /** From then on the e-mail is not sent, such as a reminder of a session that has begun. */
  usefulUntil?: Date | null
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
}

/** unique mail.dedupe_key; null when this e-mail was written before and not replaced */
export async function addMail(tx: Tx, mail: NewMail): Promise<string | null> {
  const attachments = mail.attachments ?? []
  const kind = getMailKind(mail.dedupeKey.split(':', 1)[0]!)
  const row = await tx
    .with('added', (query) =>
      query
        .insertInto('mail')
        .values({
          dedupe_key: mail.dedupeKey,
          to_address: mail.to,
          subject: mail.subject,
          text_body: mail.text,
          html_body: mail.html,
          headers: JSON.stringify(mail.headers ?? {}),
          is_urgent: kind?.isUrgent ?? true,
          may_repeat: kind?.category === null && !mail.usefulUntil,
          timezone_id: mail.timezoneId ?? null,
          useful_until: mail.usefulUntil ?? null,
        })
        .onConflict((conflict) => conflict.columns(['dedupe_key', 'replaced_at']).doNothing())
        .returning('id'),
    )
    .with('attachment', (query) =>
      query
        .insertInto('mail_attachment')
        .columns(['mail_id', 'filename', 'content_type', 'content', 'position'])
        .expression(sql`select added.id, file.name, file.type, file.content, file.number - 1
          from added cross join unnest(${attachments.map(({ filename }) => filename)}::text[],
            ${attachments.map(({ contentType }) => contentType)}::text[],
            ${attachments.map(({ content }) => content)}::bytea[]) with ordinality as file (name, type, content, number)`),
    )
    .selectFrom('added')
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** unique mail.dedupe_key; a replaced e-mail does not count */
export async function hasMail(tx: Tx, dedupeKey: MailKey): Promise<boolean> {
  const row = await tx
    .selectFrom('mail')
    .select('id')
    .where('dedupe_key', '=', dedupeKey)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** primary key */
export async function listAttachments(db: Db, mailIds: readonly string[]) {
  return db
    .selectFrom('mail_attachment')
    .selectAll()
    .where('mail_id', '=', sql<string>`any(${[...mailIds]}::uuid[])`)
    .orderBy('mail_id')
    .orderBy('position')
    .execute()
}

/** mail_unsent */
export async function countUnsent(db: Db): Promise<number> {
  const row = await db
    .selectFrom('mail')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(sql<boolean>`state in ('queued', 'sending')`)
    .executeTakeFirstOrThrow()
  return row.count
}

/** mail_address, else mail_recent */
export async function listNewestMails(db: Db, to: string | null, limit = 100) {
  return db
    .selectFrom('mail')
    .selectAll()
    .$if(to !== null, (query) => query.where('to_address', '=', to ?? ''))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}

/** primary key */
export async function getMail(db: Db, id: string) {
  return db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()
}

/** mail_address, primary key of mail_opt_out; when the account of an address is deleted */
export async function forgetAddress(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom('mail').where('to_address', '=', address).execute()
  await tx.deleteFrom('mail_opt_out').where('address', '=', address).execute()
  await deleteSuppression(tx, address)
}

/** primary key */
export function listOptOuts(db: Db | Tx, address: string) {
  return db
    .selectFrom('mail_opt_out')
    .select(['category', 'created_at'])
    .where('address', '=', address)
    .orderBy('created_at')
    .execute()
}

/** primary key */
export async function isOptedOut(db: Db | Tx, address: string, category: MailCategory): Promise<boolean> {
  const row = await db
    .selectFrom('mail_opt_out')
    .select('category')
    .where('address', '=', address)
    .where('category', '=', category)
    .executeTakeFirst()
  return row !== undefined
}

/** primary key */
export async function putOptOut(db: Db, address: string, category: MailCategory): Promise<void> {
  await db
    .insertInto('mail_opt_out')
    .values({ address, category })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** primary key */
export async function removeOptOut(db: Db, address: string, category: MailCategory): Promise<void> {
  await db.deleteFrom('mail_opt_out').where('address', '=', address).where('category', '=', category).execute()
}
