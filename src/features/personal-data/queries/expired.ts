/** The rules of retention that look at more than one table. Each changes at most `limit` rows and answers how many. */
import { type RawBuilder, sql } from 'kysely'
import { addressOfNobody } from '#domain/contact.ts'
import type { Db } from '#platform/db/db.ts'
import type { ExpiryName } from '../table.ts'

export type ExpiryStatement = (db: Db, now: Date, limit: number) => Promise<number>

const REMOVED = addressOfNobody('recipient')
const NOWHERE = REMOVED.slice(REMOVED.indexOf('@'))

export const expiryStatements: Readonly<Record<ExpiryName, ExpiryStatement>> = {
  /** Price rule 11. Sequential scan of the invitations that nobody accepted. */
  invitations: (db, now, limit) =>
    count(
      db,
      sql`delete from invitation where id in (
        select i.id from invitation i join orders o on o.id = i.order_id join cohort c on c.course_code = o.course_code
        where i.accepted_at is null
          and coalesce(i.withdrawn_at, c.ends_at, i.created_at + interval '365 days') < ${daysBefore(now, 30)}
        limit ${limit})`,
    ),

  /** Sequential scan of the waiting lists. */
  'waitlist entries': (db, now, limit) =>
    count(
      db,
      sql`delete from waitlist_entry where id in (
        select w.id from waitlist_entry w join cohort c on c.course_code = w.course_code
        where coalesce(w.left_at, c.ends_at, w.created_at + interval '640 days') < ${daysBefore(now, 90)}
        limit ${limit})`,
    ),

  /** gift_card_purchase_recipient; unique (order_id, position) of order_line */
  'gift card recipients': (db, now, limit) =>
    count(
      db,
      sql`with due as (
          select order_id from gift_card_purchase
          where recipient_email not like '%@deleted.invalid' and coalesce(delivered_at, cancelled_at) is not null
            and (erase_when_sent or coalesce(delivered_at, cancelled_at) < ${daysBefore(now, 90)})
          limit ${limit} for update skip locked),
        lines as (update order_line l set label = 'Gift card' from due where l.order_id = due.order_id and l.kind = 'gift-card')
        update gift_card_purchase p set recipient_name = 'Removed', recipient_email = ${REMOVED}, message = ''
        from due where p.order_id = due.order_id`,
    ),

  /** Buyers whose unpaid orders are gone. person_without_password; every foreign key that forbids a deletion is asked. */
  'people without anything': async (db, now, limit) => {
    const unused = (await referencesToPerson(db)).map(
      ({ table, column }) => sql`not exists (select from ${sql.raw(table)} r where r.${sql.ref(column)} = p.id)`,
    )
    return count(
      db,
      sql`delete from person where id in (
        select p.id from person p
        where p.password_hash is null and p.deleted_at is null and p.roles = array['learner']
          and p.created_at < ${daysBefore(now, 30)} and not exists (select from identity i where i.person_id = p.id)
          and not exists (select from passkey k where k.person_id = p.id)
          and not exists (select from session s where s.person_id = p.id and s.ended_at is null and s.expires_at > ${now})
          and not exists (select from orders o where o.email = p.email)
          and not exists (select from ledger_account a where a.id like 'credit:' || p.id || '%')
          and ${sql.join(unused, sql` and `)}
        limit ${limit} for update skip locked)`,
    )
  },

  /** Primary keys: of mails whose text is gone. */
  'mail attachments': (db, _now, limit) =>
    count(
      db,
      sql`delete from mail_attachment where (mail_id, position) in (
        select a.mail_id, a.position from mail_attachment a join mail m on m.id = a.mail_id
        where m.text_body = '' and m.html_body = '' limit ${limit})`,
    ),

  /** enrolment_link_enrolment */
  'enrolment links': (db, now, limit) =>
    count(
      db,
      sql`delete from enrolment_link where hash in (
        select l.hash from enrolment_link l join enrolment e on e.id = l.enrolment_id
        where e.created_at < ${daysBefore(now, 30)} limit ${limit})`,
    ),

  /** orders_placed */
  'orders of long ago': (db, now, limit) =>
    count(
      db,
      sql`with due as (
          select id from orders where created_at < ${daysBefore(now, 3653)} and email not like '%@deleted.invalid'
          limit ${limit} for update skip locked),
        cards as (update payment p set card_brand = null, card_last4 = null from due where p.order_id = due.id)
        update orders o set email = 'deleted-' || o.id || ${NOWHERE}, name = 'Deleted person'
        from due where o.id = due.id`,
    ),
}

/** pg_constraint; references without `on delete cascade` or `set null` */
async function referencesToPerson(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'person'::regclass and c.confdeltype in ('a', 'r')`.execute(db)
  return rows
}

async function count(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(db)
  return Number(numAffectedRows ?? 0)
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000)
}
