/** The statements that only the buyer's view of an order needs. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

type TakenSeat = { state: 'active' | 'unconfirmed'; accessEndsAt: Date | null }

/** enrolment_seat; the state of each taken seat, and when its access ends. An ended seat has no row here. */
export async function listTakenSeats(db: Db | Tx, orderId: string): Promise<Map<number, TakenSeat>> {
  const rows = await db
    .selectFrom('enrolment')
    .select(['seat', 'state', 'access_ends_at'])
    .where('order_id', '=', orderId)
    .where('state', '<>', sql.lit('cancelled'))
    .execute()
  return new Map(
    rows.map(({ seat, state, access_ends_at: accessEndsAt }) => [
      seat,
      { state: state === 'unconfirmed' ? 'unconfirmed' : 'active', accessEndsAt },
    ]),
  )
}

/** Primary key. The reason only where an admin gave it. An order of a gift card has no cohort. */
export async function cancellationForBuyer(
  db: Db,
  cohortCode: string | null,
): Promise<{ at: Date; reason: string | null } | undefined> {
  if (cohortCode === null) return undefined
  const row = await db
    .selectFrom('cohort_cancellation')
    .select(['cancelled_at', 'cancelled_by', 'reason'])
    .where('cohort_code', '=', cohortCode)
    .executeTakeFirst()
  return row && { at: row.cancelled_at, reason: row.cancelled_by && row.reason }
}
