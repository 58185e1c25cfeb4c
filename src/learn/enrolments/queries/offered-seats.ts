/** The statements of orders that use the seats of a waitlist offer. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** primary key, seat_hold_offer; locks the offer, whose seats no other live order may use */
export async function isOfferUsable(
  tx: Tx,
  id: string,
  { cohortCode, seats }: { cohortCode: string; seats: number },
): Promise<boolean> {
  const offer = await tx
    .selectFrom('waitlist_offer')
    .select('id')
    .where('id', '=', id)
    .where('cohort_code', '=', cohortCode)
    .where('state', '=', 'offered')
    .where('seats', '>=', seats)
    .forUpdate()
    .executeTakeFirst()
  return offer !== undefined && (await getHoldingOrder(tx, id)) === null
}

/** seat_hold_offer; the order whose hold uses the offered seats now */
export async function getHoldingOrder(db: Db | Tx, offerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('seat_hold')
    .select('order_id')
    .where('waitlist_offer_id', '=', offerId)
    .where('state', '=', sql.lit('live'))
    .executeTakeFirst()
  return row?.order_id ?? null
}

/**
 * Unique seat_hold.order_id. Claims the open offer that a paid order used. A payment may arrive after its hold ended:
 * the offer is then claimed unless another order uses it.
 */
export async function claimOffer(
  tx: Tx,
  { orderId, seats }: { orderId: string; seats: number },
): Promise<{ seats: number } | undefined> {
  const { rows } = await sql<{ seats: number }>`update waitlist_offer as offer set state = 'claimed', ended_at = now()
    from seat_hold as hold
    where hold.order_id = ${orderId} and offer.id = hold.waitlist_offer_id and offer.state = 'offered' and offer.seats >= ${seats}
      and not exists (select from seat_hold other where other.waitlist_offer_id = offer.id and other.state = 'live')
    returning offer.seats`.execute(tx)
  return rows[0]
}
