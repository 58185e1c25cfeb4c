/** Retention rules that read more than one table. Each changes at most `limit` rows. */
import { type RawBuilder, sql } from 'kysely'
import { createDeletedAccountEmail } from '#domain/contact.ts'
import type { Db } from '#platform/db/db.ts'
import type { ExpiryName } from '../table.ts'
import { type ExpiryCursor, FIRST_ROW } from './expiry-cursor.ts'
import { deleteUnusedPeople } from './unused-people.ts'

/** Returns the cursor of the next batch, or null if no rows are left. */
export type ExpiryStatement = (db: Db, now: Date, limit: number, after: ExpiryCursor) => Promise<ExpiryCursor | null>

const REMOVED_EMAIL = createDeletedAccountEmail('recipient')
const DELETED_DOMAIN = REMOVED_EMAIL.slice(REMOVED_EMAIL.indexOf('@'))

export const expiryStatements: Readonly<Record<ExpiryName, ExpiryStatement>> = {
  /** Sequential scan of the invitations that were not accepted. */
  invitations: (db, now, limit) =>
    applyOnce(
      db,
      sql`delete from invitation where id in (
        select i.id from invitation i join orders o on o.id = i.order_id
          join cohort c on c.cohort_code = coalesce((select e.cohort_code from enrolment e
            where e.order_id = o.id and e.seat = i.seat order by e.state = 'cancelled', e.id desc limit 1), o.cohort_code)
        where i.accepted_at is null
          and coalesce(i.withdrawn_at, c.ends_at, i.created_at + interval '365 days') < ${daysBefore(now, 30)}
        limit ${limit})`,
      limit,
    ),

  /** Sequential scan of the waitlist entries. */
  'waitlist entries': (db, now, limit) =>
    applyOnce(
      db,
      sql`delete from waitlist_entry where id in (
        select w.id from waitlist_entry w join cohort c on c.cohort_code = w.cohort_code
        where coalesce(w.left_at, c.ends_at, w.created_at + interval '640 days') < ${daysBefore(now, 90)}
        limit ${limit})`,
      limit,
    ),

  /** gift_card_purchase_recipient; unique (order_id, position) of order_line */
  'gift card recipients': (db, now, limit) =>
    applyOnce(
      db,
      sql`with due as (
          select order_id from gift_card_purchase
          where recipient_email not like '%@deleted.invalid' and coalesce(delivered_at, cancelled_at) is not null
            and (erase_when_sent or coalesce(delivered_at, cancelled_at) < ${daysBefore(now, 90)})
          limit ${limit} for update skip locked),
        lines as (update order_line l set label = 'Gift card' from due where l.order_id = due.order_id and l.kind = 'gift-card')
        update gift_card_purchase p set recipient_name = 'Removed', recipient_email = ${REMOVED_EMAIL}, message = ''
        from due where p.order_id = due.order_id`,
      limit,
    ),

  'people without anything': deleteUnusedPeople,

  /** Primary keys. Deletes the attachments of e-mails whose text was emptied. */
  'mail attachments': (db, _now, limit) =>
    applyOnce(
      db,
      sql`delete from mail_attachment where (mail_id, position) in (
        select a.mail_id, a.position from mail_attachment a join mail m on m.id = a.mail_id
        where m.text_body = '' and m.html_body = '' limit ${limit})`,
      limit,
    ),

  /** audit_event_at. The audit of the books needs the skipped numbers. */
  'audit events': (db, now, limit) =>
    applyOnce(
      db,
      sql`delete from audit_event where id in (
        select id from audit_event where at < ${daysBefore(now, 730)} and action <> 'numbers-skipped' limit ${limit})`,
      limit,
    ),

  /** enrolment_link_enrolment */
  'enrolment links': (db, now, limit) =>
    applyOnce(
      db,
      sql`delete from enrolment_link where hash in (
        select l.hash from enrolment_link l join enrolment e on e.id = l.enrolment_id
        where e.created_at < ${daysBefore(now, 30)} limit ${limit})`,
      limit,
    ),

  /** orders_placed */
  'orders of long ago': (db, now, limit) =>
    applyOnce(
      db,
      sql`with due as (
          select id from orders where created_at < ${daysBefore(now, 3653)} and email not like '%@deleted.invalid'
          limit ${limit} for update skip locked),
        cards as (update payment p set card_brand = null, card_last4 = null from due where p.order_id = due.id)
        update orders o set email = 'deleted-' || o.id || ${DELETED_DOMAIN}, name = 'Deleted person'
        from due where o.id = due.id`,
      limit,
    ),
}

/** Applies a rule whose statement finds its next rows by itself. */
async function applyOnce(db: Db, statement: RawBuilder<unknown>, limit: number): Promise<ExpiryCursor | null> {
  const { numAffectedRows } = await statement.execute(db)
  return Number(numAffectedRows ?? 0) < limit ? null : FIRST_ROW
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000)
}
