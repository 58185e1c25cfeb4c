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

type Buyer = { email: string; personId: string | null; client: Buffer; isKeyed: boolean }

/**
 * The same quote, and the open orders in the cohort that a new one replaces: that of this client, and that of this
 * person from any browser. Indexes: orders_one_open, orders_one_open_of_person.
 */
export function getQuoteWithOpenOrders(
  db: Db,
  id: string,
  cohortCode: string,
  { email, personId, client, isKeyed }: Buyer,
) {
  return quoteQuery(db, id, cohortCode)
    .select((quote) =>
      quote
        .selectFrom('orders')
        .select(sql<string[]>`coalesce(array_agg(orders.id::text order by orders.id), '{}')`.as('ids'))
        .where('orders.cohort_code', '=', cohortCode)
        .where('orders.state', '=', sql.lit('open'))
        .where((order) => {
          const ofClient = order('orders.client', '=', client)
          return order.or([
            isKeyed ? ofClient : order.and([ofClient, order('orders.email', '=', email)]),
            ...(personId ? [order('orders.person_id', '=', personId)] : []),
          ])
        })
        .as('open_order_ids'),
    )
    .executeTakeFirst()
}
