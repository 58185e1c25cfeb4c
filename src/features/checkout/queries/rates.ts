/** Every statement about exchange rates. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** primary key; in no order */
export function ratesOf(db: Db, currencies: readonly string[]) {
  return db
    .selectFrom('exchange_rate')
    .selectAll()
    .where('currency', '=', sql<string>`any(${[...currencies]}::text[])`)
    .execute()
}
