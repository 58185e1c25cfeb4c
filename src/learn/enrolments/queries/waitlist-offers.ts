/** The statements about seats that are offered to people on a waitlist. */
import { sql } from 'kysely'
import type { WaitlistOfferState } from '#domain/orders/waitlist-offer.ts'
import type { Db, Tx } from '#platform/db/db.ts'

export type NewOffer = { entryId: number; cohortCode: string; seats: number; createdAt: Date; expiresAt: Date }

/** The cohort is locked. Returns the id of each offer. */
export async function addOffers(tx: Tx, offers: readonly NewOffer[]): Promise<string[]> {
  const rows = await tx
    .insertInto('waitlist_offer')
    .values(
      offers.map(({ entryId, cohortCode, seats, createdAt, expiresAt }) => ({
        entry_id: entryId,
        cohort_code: cohortCode,
        seats,
        created_at: createdAt,
        expires_at: expiresAt,
      })),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** waitlist_offer_open; no open offer of a cohort lasts beyond the end of enrolment. Returns those that were cut short. */
export async function endOffersBy(tx: Tx, cohortCode: string, closesAt: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('waitlist_offer')
    .set({ expires_at: closesAt })
    .where('cohort_code', '=', cohortCode)
    .where('state', '=', sql.lit('offered'))
    .where('expires_at', '>', closesAt)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The same for every one of these cohorts, by the end of enrolment that is stored for it. */
export async function endOffersByClosing(tx: Tx, cohortCodes: readonly string[]): Promise<void> {
  await sql`update waitlist_offer o set expires_at = coalesce(c.enrol_closes_at, c.starts_at) from cohort c
    where c.cohort_code = o.cohort_code and c.cohort_code = any(${[...cohortCodes]}::text[])
      and o.state = 'offered' and o.expires_at > coalesce(c.enrol_closes_at, c.starts_at)`.execute(tx)
}

/** primary key */
export function getOffer(db: Db | Tx, id: string) {
  return db.selectFrom('waitlist_offer').selectAll().where('id', '=', id).executeTakeFirst()
}

/** unique waitlist_offer.entry_id */
export function getOfferOfEntry(db: Db | Tx, entryId: number) {
  return db.selectFrom('waitlist_offer').selectAll().where('entry_id', '=', entryId).executeTakeFirst()
}

export type EndedOffer = { cohort_code: string; seats: number }

/** Primary key. Undefined when the offer ended before. The caller returns the seats. */
export async function endOffer(
  tx: Tx,
  id: string,
  to: Exclude<WaitlistOfferState, 'offered'>,
  at: Date,
): Promise<EndedOffer | undefined> {
  return tx
    .updateTable('waitlist_offer')
    .set({ state: to, ended_at: at })
    .where('id', '=', id)
    .where('state', '=', 'offered')
    .returning(['cohort_code', 'seats'])
    .executeTakeFirst()
}

/** primary key; locked until the transaction ends */
export async function lockOffer(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('waitlist_offer').select('id').where('id', '=', id).forUpdate().execute()
}

/** waitlist_offer_open, seat_hold_offer; open offers whose time is over and whose seats nobody is paying for */
export async function listOverdueOffers(db: Db, at: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('waitlist_offer')
    .select('id')
    .where('state', '=', sql.lit('offered'))
    .where('expires_at', '<=', at)
    .where(
      sql<boolean>`not exists (select from seat_hold h where h.waitlist_offer_id = waitlist_offer.id and h.state = 'live')`,
    )
    .orderBy('expires_at')
    .limit(200)
    .execute()
  return rows.map((row) => row.id)
}

/** waitlist_offer_open. Moves open offers by the time since `since`, or since the offer if that is later. */
export async function prolongOffers(tx: Tx, since: Date): Promise<void> {
  const passed = sql`(now() - least(now(), greatest(created_at, ${since})))`
  await tx
    .updateTable('waitlist_offer')
    .set({ created_at: sql<Date>`created_at + ${passed}`, expires_at: sql<Date>`expires_at + ${passed}` })
    .where('state', '=', sql.lit('offered'))
    .execute()
}
