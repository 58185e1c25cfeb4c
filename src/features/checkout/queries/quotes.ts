/** Every statement about quotes. */
import { sql } from 'kysely'
import type { Quote } from '#domain/pricing.ts'
import type { Db, Tx } from '#platform/db/db.ts'

const MINUTES = sql`interval '15 minutes'`

export async function addQuote(db: Db, courseCode: string, offerCode: string, quote: Quote) {
  return db
    .insertInto('quote')
    .values({
      course_code: courseCode,
      offer_code: offerCode,
      seats: quote.seats,
      currency: quote.total.currency,
      unit_minor: quote.unit.minor,
      subtotal_minor: quote.subtotal.minor,
      total_minor: quote.total.minor,
      expires_at: sql`now() + ${MINUTES}`,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
}

export async function databaseNow(db: Db): Promise<Date> {
  const found = await sql<{ now: Date }>`select now()`.execute(db)
  return found.rows[0]!.now
}

/** primary key; only while it holds, and for the run it was made for */
export function liveQuote(tx: Db | Tx, id: string, courseCode: string) {
  return tx
    .selectFrom('quote')
    .selectAll()
    .where('id', '=', id)
    .where('course_code', '=', courseCode)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** quote_expiry */
export async function forgetOldQuotes(db: Db): Promise<void> {
  await db.deleteFrom('quote').where('expires_at', '<', sql<Date>`now() - interval '1 day'`).execute()
}
