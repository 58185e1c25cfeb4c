/** Every statement about quotes. */
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { DB } from '#platform/db/types.gen.ts'

const MINUTES = sql`interval '15 minutes'`

export async function addQuote(db: Db, quote: Omit<Insertable<DB['quote']>, 'expires_at'>) {
  return db
    .insertInto('quote')
    .values({ ...quote, expires_at: sql`now() + ${MINUTES}` })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
}

export async function databaseNow(db: Db): Promise<Date> {
  const found = await sql<{ now: Date }>`select now()`.execute(db)
  return found.rows[0]!.now
}

/** primary key; only while it holds, and for the cohort it was made for */
export function liveQuote(tx: Db | Tx, id: string, courseCode: string) {
  return tx
    .selectFrom('quote')
    .selectAll()
    .where('id', '=', id)
    .where('course_code', '=', courseCode)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}
