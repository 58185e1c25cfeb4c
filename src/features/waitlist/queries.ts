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
