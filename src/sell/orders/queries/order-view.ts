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

type Cancellation = { at: Date; reason: string | null }

/** primary key; the reason only where a person gave it */
export async function getCancellation(db: Db | Tx, cohortCode: string | null): Promise<Cancellation | undefined> {
  if (cohortCode === null) return undefined
  const row = await db
    .selectFrom('cohort_cancellation')
    .select(['cancelled_at', 'cancelled_by', 'reason'])
    .where('cohort_code', '=', cohortCode)
    .executeTakeFirst()
  return row && { at: row.cancelled_at, reason: row.cancelled_by && row.reason }
}

/**
 * enrolment_order, primary key. The cancellation of the dates that the order's seats have, or that are being bought; the
 * last one if there are several. None while a seat of the order is taken, such as one that moved to other dates. The
 * reason only where a person gave it.
 */
export async function cancellationForBuyer(
  db: Db | Tx,
  { id, cohort_code: bought }: { id: string; cohort_code: string | null },
): Promise<Cancellation | undefined> {
  if (bought === null) return undefined
  const { rows } =
    await sql<Cancellation>`select x.cancelled_at as at, case when x.cancelled_by is not null then x.reason end as reason
    from cohort_cancellation x
    where x.cohort_code in (select cohort_code from enrolment where order_id = ${id}
        union select ${bought}::text where not exists (select from enrolment where order_id = ${id}))
      and not exists (select from enrolment e where e.order_id = ${id} and e.state <> 'cancelled')
    order by x.cancelled_at desc limit 1`.execute(db)
  return rows[0]
}
