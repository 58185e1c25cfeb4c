/** The statements that join waitlist entries with their offers. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** primary key of waitlist_link, unique waitlist_offer.entry_id; the open offer of a mailed link */
export function findOfferByLink(db: Db, hash: Buffer, { cohortCode, now }: { cohortCode: string; now: Date }) {
  return db
    .selectFrom('waitlist_link')
    .innerJoin('waitlist_offer', 'waitlist_offer.entry_id', 'waitlist_link.entry_id')
    .select(['waitlist_offer.id', 'waitlist_offer.seats'])
    .where('waitlist_link.hash', '=', hash)
    .where('waitlist_offer.cohort_code', '=', cohortCode)
    .where('waitlist_offer.state', '=', 'offered')
    .where('waitlist_offer.expires_at', '>', now)
    .executeTakeFirst()
}

/** waitlist_entry_email, unique waitlist_offer.entry_id; the open offers of an address */
export function listOpenOffersTo(tx: Tx, email: string) {
  return tx
    .selectFrom('waitlist_entry')
    .innerJoin('waitlist_offer', 'waitlist_offer.entry_id', 'waitlist_entry.id')
    .select('waitlist_offer.id')
    .where('waitlist_entry.email', '=', email)
    .where('waitlist_offer.state', '=', sql.lit('offered'))
    .orderBy('waitlist_offer.cohort_code')
    .execute()
}

/** A cohort that will not take place: cancelled, or not started when its course was withdrawn. */
const IS_CLOSED = sql<boolean>`(c.state = 'cancelled'
  or (k.withdrawn_at is not null and (c.starts_at is null or c.starts_at > k.withdrawn_at)))`

/**
 * waitlist_entry_cohort, unique mail.dedupe_key; confirmed people who wait for a cohort that will not take place, or
 * whose offer ended with it, and who got no e-mail about it yet.
 */
export async function listEntriesOfClosedCohorts(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select w.id from cohort c join course k on k.course_code = c.course_code
      join waitlist_entry w on w.cohort_code = c.cohort_code
    where ${IS_CLOSED} and w.confirmed_at is not null and (w.left_at is null or exists (select from waitlist_offer o
        where o.entry_id = w.id and o.state = 'withdrawn'))
      and not exists (select from mail m where m.dedupe_key = 'waitlist-closed:' || w.id)
    order by w.id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** waitlist_entry_email, unique waitlist_offer.entry_id; for the data export */
export function listOffersForExport(db: Db, email: string) {
  return db
    .selectFrom('waitlist_entry')
    .innerJoin('waitlist_offer as offer', 'offer.entry_id', 'waitlist_entry.id')
    .select([
      'offer.cohort_code',
      'offer.seats',
      'offer.state',
      'offer.created_at',
      'offer.expires_at',
      'offer.ended_at',
    ])
    .where('waitlist_entry.email', '=', email)
    .orderBy('offer.created_at')
    .execute()
}
