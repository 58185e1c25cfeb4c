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

/** What an open order has reserved, and a new order of the same buyer takes over. */
export type OwnReservation = { orderId: string; promoCode: string | null; seats: number }

/**
 * Of the open orders in the cohort that a new one replaces. `client`: null for a client without a key. Indexes:
 * orders_one_open, orders_one_open_of_person, unique order_id of seat_hold.
 */
export function listOwnReservations(
  db: Db,
  cohortCode: string,
  { client, personId }: { client: Buffer | null; personId: string | null },
): Promise<OwnReservation[]> {
  return db
    .selectFrom('orders')
    .leftJoin('seat_hold', (join) =>
      join
        .onRef('seat_hold.order_id', '=', 'orders.id')
        .on('seat_hold.state', '=', sql.lit('live'))
        .on('seat_hold.expires_at', '>', sql<Date>`now()`)
        .on('seat_hold.waitlist_offer_id', 'is', null),
    )
    .select([
      'orders.id as orderId',
      'orders.promo_code as promoCode',
      sql<number>`coalesce(seat_hold.seats, 0)`.as('seats'),
    ])
    .where('orders.cohort_code', '=', cohortCode)
    .where('orders.state', '=', sql.lit('open'))
    .where((order) =>
      order.or([
        ...(client ? [order('orders.client', '=', client)] : []),
        ...(personId ? [order('orders.person_id', '=', personId)] : []),
      ]),
    )
    .execute()
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
