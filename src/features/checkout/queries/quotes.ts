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

/** primary key; only while the quote is valid, and for its cohort */
export function getLiveQuote(tx: Db | Tx, id: string, cohortCode: string) {
  return quoteQuery(tx, id, cohortCode).executeTakeFirst()
}

function quoteQuery(db: Db | Tx, id: string, cohortCode: string) {
  return db
    .selectFrom('quote')
    .selectAll('quote')
    .where('quote.id', '=', id)
    .where('quote.cohort_code', '=', cohortCode)
    .where('quote.expires_at', '>', sql<Date>`now()`)
}

type Buyer = { email: string; client: Buffer; isKeyed: boolean }

/** The same quote, and the open order of this client in the cohort. Index: orders_one_open. */
export function getQuoteWithOpenOrder(db: Db, id: string, cohortCode: string, { email, client, isKeyed }: Buyer) {
  return quoteQuery(db, id, cohortCode)
    .select((quote) =>
      quote
        .selectFrom('orders')
        .select('orders.id')
        .where('orders.cohort_code', '=', cohortCode)
        .where('orders.client', '=', client)
        .where('orders.state', '=', sql.lit('open'))
        .$if(!isKeyed, (query) => query.where('orders.email', '=', email))
        .limit(1)
        .as('open_order_id'),
    )
    .executeTakeFirst()
}
