/** Every statement that writes the settings of the site. `platform/db/site-setting.ts` reads them. */
import { sql } from 'kysely'
import type { RefundPolicy } from '#domain/orders/refund-policy.ts'
import type { Seller, SiteSettings } from '#domain/site/site.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { MailMark } from '#platform/pictures/mail-mark.ts'

/** audit_event by its time; who changed the settings last, and when, without the mark, which is in no form. The name is null for a deleted account. */
export async function getLastChange(db: Db | Tx): Promise<{ savedAt: Date; savedBy: string | null } | null> {
  const row = await db
    .selectFrom('audit_event')
    .leftJoin('person', (join) =>
      join.onRef('person.id', '=', 'audit_event.actor_id').on('person.deleted_at', 'is', null),
    )
    .select(['audit_event.at', 'person.name'])
    .where('audit_event.action', 'in', ['site-changed', 'site-set-up'])
    .where(sql<boolean>`audit_event.details ->> 'changed' is distinct from 'mark'`)
    .orderBy('audit_event.at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { savedAt: row.at, savedBy: row.name } : null
}

/** primary key; the table has one row. A second save waits for the first */
export async function lockSite(tx: Tx): Promise<void> {
  await tx.selectFrom('site_setting').select('version').forUpdate().executeTakeFirstOrThrow()
}

/** primary key; null: the default */
export async function putMark(tx: Tx, mark: { hash: string; picture: Buffer } | null): Promise<void> {
  if (mark === null) await tx.deleteFrom('site_mark').execute()
  else
    await tx
      .insertInto('site_mark')
      .values(mark)
      .onConflict((on) => on.column('singleton').doUpdateSet(mark))
      .execute()
}

/** primary key; null if the mark is another one by now */
export async function findMark(db: Db, hash: string): Promise<Buffer | null> {
  const row = await db.selectFrom('site_mark').select('picture').where('hash', '=', hash).executeTakeFirst()
  return row?.picture ?? null
}

/** primary key; a replaced mark stays, because e-mails that were sent load it. @returns false if it is there already */
export async function addMailMark(db: Db | Tx, mark: { hash: string } & MailMark): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('mail_mark')
    .values(mark)
    .onConflict((on) => on.column('hash').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** primary key; the table has at most one row. Null: the drop that comes with the program */
export async function findMarkHash(tx: Tx): Promise<string | null> {
  const row = await tx.selectFrom('site_mark').select('hash').executeTakeFirst()
  return row?.hash ?? null
}

/**
 * audit_event_action, and mail by seq scan; deletes the picture of a mark that was replaced before any e-mail was written.
 * The content of an e-mail is gone when it is sent, so each one since the mark came counts as having it. E-mails are
 * known for a year.
 */
export async function deleteUnseenMailMark(tx: Tx, hash: string): Promise<void> {
  await sql`delete from mail_mark where hash = ${hash} and hash not in (select hash from site_mark) and exists (
    select from (
      select at, details from audit_event where action = 'site-changed' and details ->> 'changed' = 'mark'
      order by id desc limit 1) put
    where put.details ->> 'isNew' = 'true' and put.at > now() - interval '360 days'
      and not exists (select from mail where created_at >= put.at - interval '1 minute'))`.execute(tx)
}

/** primary key; also one that was replaced */
export async function findMailMark(db: Db, hash: string): Promise<Buffer | null> {
  const row = await db.selectFrom('mail_mark').select('picture').where('hash', '=', hash).executeTakeFirst()
  return row?.picture ?? null
}

/** primary keys; the mark of the site if e-mails have no picture of it yet */
export function findMarkWithoutMail(db: Db) {
  return db
    .selectFrom('site_mark')
    .select(['hash', 'picture'])
    .where('hash', 'not in', (mail) => mail.selectFrom('mail_mark').select('hash'))
    .executeTakeFirst()
}

/** primary key; no version, because no form shows it. Null: the page has changed, and nobody has read it since */
export async function markPrivacyRead(tx: Tx, now: Date | null): Promise<void> {
  await tx.updateTable('site_setting').set({ privacy_read_at: now }).execute()
}

/** primary key; the table has one row */
export async function updateSite(tx: Tx, settings: SiteSettings, now: Date): Promise<void> {
  await tx
    .updateTable('site_setting')
    .set((update) => ({
      version: update('version', '+', 1),
      name: settings.name,
      headline: settings.headline,
      lead: settings.lead,
      footer_line: settings.footerLine,
      support_address: settings.supportAddress,
      seller_name: settings.sellerName,
      seller_address: settings.sellerAddress,
      seller_tax_id: settings.sellerTaxId,
      timezone_id: settings.timezoneId,
      country_code: settings.countryCode,
      refund_policy: settings.refundPolicy as RefundPolicy | null,
      updated_at: now,
    }))
    .execute()
}

/** mail_kind and mail_state; the newest test of the mail server, and the newest e-mail that it accepted */
export async function getMailProof(db: Db) {
  const [test, sent] = await Promise.all([
    db
      .selectFrom('mail')
      .select(['state', 'created_at', 'problem'])
      .where('kind', '=', 'site-test')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('mail')
      .select('sent_at')
      .where('state', '=', 'sent')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return {
    lastTest: test ? { state: test.state, at: test.created_at, problem: test.problem } : null,
    lastSentAt: sent?.sent_at ?? null,
  }
}

/** primary key; the table has one row */
export async function getPrivacyReadAt(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('site_setting').select('privacy_read_at').executeTakeFirstOrThrow()
  return row.privacy_read_at
}

/** primary key; adds a seller unless the newest one says the same. New documents name the newest */
export async function addSeller(db: Db | Tx, { lines, address }: Seller): Promise<void> {
  await sql`insert into seller (lines, support_address) select ${lines}, ${address} where not exists (
    select from (select lines, support_address from seller order by id desc limit 1) newest
    where newest.lines = ${lines}::text[] and newest.support_address = ${address})`.execute(db)
}

/** primary key */
export async function getFirstSeller(db: Db): Promise<Seller> {
  return db
    .selectFrom('seller')
    .select(['lines', 'support_address as address'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
}
