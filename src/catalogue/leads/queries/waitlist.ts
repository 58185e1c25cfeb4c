/** All statements about waitlist entries. */
import { sql } from 'kysely'
import { toMailbox } from '#domain/contact.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { createContactColumns, type LeadContact } from '../queries.ts'

/** Confirmed, without an offer, and still on the waitlist: such entries get offers. Index waitlist_entry_line. */
const isWaiting = (table: string) =>
  sql<boolean>`${sql.ref(`${table}.confirmed_at`)} is not null and ${sql.ref(`${table}.offered_at`)} is null
    and ${sql.ref(`${table}.left_at`)} is null`

/**
 * waitlist_entry_once; a repeat keeps the entry of the mailbox. Until it is confirmed it gets the spelling of the last
 * request, because the confirmation must reach that person.
 */
export async function addToWaitlist(
  tx: Tx,
  cohortCode: string,
  partySize: number,
  contact: LeadContact,
): Promise<{ id: number; confirmed_at: Date | null }> {
  await tx
    .insertInto('waitlist_entry')
    .values({ cohort_code: cohortCode, party_size: partySize, ...createContactColumns(contact) })
    .onConflict((conflict) =>
      conflict
        .columns(['cohort_code', 'mailbox'])
        .where('left_at', 'is', null)
        .doUpdateSet({ email: contact.email })
        .where('waitlist_entry.confirmed_at', 'is', null),
    )
    .execute()
  return tx
    .selectFrom('waitlist_entry')
    .select(['id', 'confirmed_at'])
    .where('cohort_code', '=', cohortCode)
    .where('mailbox', '=', toMailbox(contact.email))
    .where('left_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** primary key */
export function getEntry(db: Db | Tx, id: number) {
  return db.selectFrom('waitlist_entry').selectAll().where('id', '=', id).executeTakeFirst()
}

/** primary key of waitlist_link */
export function getEntryByLink(db: Db | Tx, hash: Buffer) {
  return db
    .selectFrom('waitlist_link')
    .innerJoin('waitlist_entry', 'waitlist_entry.id', 'waitlist_link.entry_id')
    .selectAll('waitlist_entry')
    .where('hash', '=', hash)
    .executeTakeFirst()
}

export async function addWaitlistLink(tx: Tx, hash: Buffer, entryId: number): Promise<void> {
  await tx.insertInto('waitlist_link').values({ hash, entry_id: entryId }).execute()
}

/** primary key; keeps the first time */
export async function confirmEntry(tx: Tx, id: number, at: Date): Promise<void> {
  await tx
    .updateTable('waitlist_entry')
    .set({ confirmed_at: at })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .where('left_at', 'is', null)
    .execute()
}

/** primary key */
export async function leaveEntry(tx: Tx, id: number, at: Date): Promise<void> {
  await tx
    .updateTable('waitlist_entry')
    .set({ left_at: at })
    .where('id', '=', id)
    .where('left_at', 'is', null)
    .execute()
}

/** waitlist_entry_line; the entries that get offers, in the order of the waitlist */
export function listWaitingEntries(tx: Tx, cohortCode: string) {
  return tx
    .selectFrom('waitlist_entry')
    .select(['id', 'party_size'])
    .where('cohort_code', '=', cohortCode)
    .where(isWaiting('waitlist_entry'))
    .orderBy('id')
    .execute()
}

/** waitlist_entry_email, then waitlist_entry_line for each; positions count from 1 */
export function listWaitlists(db: Db, email: string) {
  return selectPositions(db).where('own.email', '=', email).orderBy('own.id').execute()
}

/** primary key, waitlist_entry_line; null when the entry does not wait */
export async function getPosition(db: Db | Tx, id: number): Promise<number | null> {
  const row = await selectPositions(db).where('own.id', '=', id).executeTakeFirst()
  return row?.position ?? null
}

function selectPositions(db: Db | Tx) {
  return db
    .selectFrom('waitlist_entry as own')
    .select('own.cohort_code')
    .select((is) =>
      is
        .selectFrom('waitlist_entry as before')
        .select(sql<number>`count(*)::int`.as('position'))
        .whereRef('before.cohort_code', '=', 'own.cohort_code')
        .whereRef('before.id', '<=', 'own.id')
        .where(isWaiting('before'))
        .$asScalar()
        .$notNull()
        .as('position'),
    )
    .where(isWaiting('own'))
}

/** waitlist_entry_cohort; ends the unconfirmed entries of cohorts that will not take place. They get no e-mail. */
export async function endUnconfirmedEntries(db: Db, at: Date): Promise<void> {
  await sql`update waitlist_entry w set left_at = ${at} from cohort c join course k on k.course_code = c.course_code
    where w.cohort_code = c.cohort_code and w.left_at is null and w.confirmed_at is null and (c.state = 'cancelled'
      or (k.withdrawn_at is not null and (c.starts_at is null or c.starts_at > k.withdrawn_at)))`.execute(db)
}
