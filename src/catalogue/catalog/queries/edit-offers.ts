/** The statements by which the studio makes and changes offers. */
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Offer } from '#platform/db/types.gen.ts'
import { noteStudioChange } from './studio-changes.ts'

export type NewOffer = Omit<Selectable<Offer>, 'position' | 'expires_at'>

/** primary key, then offer_cohort for the position behind the others; false when the code is taken */
export async function insertOffer(tx: Tx, offer: NewOffer): Promise<boolean> {
  const written = await tx
    .insertInto('offer')
    .values({
      ...offer,
      position: sql<number>`(select coalesce(max(position) + 1, 0) from offer where cohort_code = ${offer.cohort_code})`,
    })
    .onConflict((on) => on.column('offer_code').doNothing())
    .returning('offer_code')
    .executeTakeFirst()
  if (written) await noteStudioChange(tx, 'offers', offer.offer_code)
  return written !== undefined
}

/** offer_cohort; also of offers that have ended */
export async function listOfferCodes(tx: Tx, cohortCode: string): Promise<string[]> {
  const rows = await tx.selectFrom('offer').select('offer_code').where('cohort_code', '=', cohortCode).execute()
  return rows.map((row) => row.offer_code)
}

/** primary key; the cohort of an offer */
export async function findCohortOfOffer(db: Db | Tx, offerCode: string): Promise<string | null> {
  const row = await db.selectFrom('offer').select('cohort_code').where('offer_code', '=', offerCode).executeTakeFirst()
  return row?.cohort_code ?? null
}

/** offer_cohort; the offers of a cohort that have not ended, as pages order them, locked until the transaction ends */
export function lockOffers(tx: Tx, cohortCode: string) {
  return tx
    .selectFrom('offer')
    .selectAll()
    .where('cohort_code', '=', cohortCode)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', sql<Date>`now()`)]))
    .orderBy('position')
    .forNoKeyUpdate()
    .execute()
}
export type LockedOffer = Awaited<ReturnType<typeof lockOffers>>[number]

/** primary key */
export async function updateOffer(
  tx: Tx,
  offerCode: string,
  change: Omit<Updateable<Offer>, 'offer_code' | 'cohort_code' | 'currency' | 'position'>,
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx.updateTable('offer').set(change).where('offer_code', '=', offerCode).execute()
  await noteStudioChange(tx, 'offers', offerCode)
}

/** primary key; from now on the offer cannot be bought */
export async function expireOffer(tx: Tx, offerCode: string): Promise<void> {
  await tx.updateTable('offer').set({ expires_at: sql`now()` }).where('offer_code', '=', offerCode).execute()
  await noteStudioChange(tx, 'offers', offerCode)
}

/** cohort_course, then offer_cohort; the cohorts of a course that are not cancelled, with their offers */
export function listCourseOffers(db: Db, courseCode: string) {
  return db
    .selectFrom('cohort')
    .leftJoin('offer', 'offer.cohort_code', 'cohort.cohort_code')
    .select([
      'cohort.cohort_code',
      'cohort.name as cohort_name',
      'cohort.state',
      'cohort.timezone_id',
      'cohort.starts_at',
      'cohort.ends_at',
      'offer.offer_code',
      'offer.name',
      'offer.currency',
      'offer.price_minor',
      'offer.discount_price_minor',
      'offer.discount_ends_at',
      'offer.before_price_minor',
      'offer.deposit_minor',
      'offer.expires_at',
    ])
    .where('cohort.course_code', '=', courseCode)
    .where('cohort.state', '<>', 'cancelled')
    .orderBy('cohort.starts_at')
    .orderBy('cohort.cohort_code')
    .orderBy('offer.position')
    .execute()
}

/**
 * quote_expiry: the prices that buyers of a course have in hand, by offer. Counts no price whose order was placed, because
 * the order has it.
 */
export function countRunningQuotes(db: Db, courseCode: string) {
  return db
    .selectFrom('quote')
    .innerJoin('cohort', 'cohort.cohort_code', 'quote.cohort_code')
    .select(['quote.offer_code', sql<number>`count(*)::int`.as('count'), sql<Date>`max(quote.expires_at)`.as('until')])
    .where('cohort.course_code', '=', courseCode)
    .where('quote.expires_at', '>', sql<Date>`now()`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.cohort_code', '=', 'quote.cohort_code')
            .whereRef('orders.quote_id', '=', 'quote.id')
            .whereRef('orders.created_at', '>=', 'quote.created_at'),
        ),
      ),
    )
    .groupBy('quote.offer_code')
    .execute()
}
