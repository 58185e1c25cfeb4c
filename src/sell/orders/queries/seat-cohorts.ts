/** The statements about the dates that the seats of orders have. A seat can move to other dates of its course. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

export type SeatCohort = { orderId: string; seat: number; cohortCode: string; isTaken: boolean }

/** enrolment_order; the cohort of each seat: of its present enrolment, or of its last one. Empty before the sale. */
export async function listSeatCohorts(db: Db | Tx, orderIds: readonly string[]): Promise<SeatCohort[]> {
  const { rows } = await sql<SeatCohort>`select distinct on (order_id, seat) order_id::text as "orderId", seat::int,
      cohort_code as "cohortCode", state <> 'cancelled' as "isTaken"
    from enrolment where order_id = any(${[...orderIds]}::uuid[])
    order by order_id, seat, state = 'cancelled', id desc`.execute(db)
  return rows
}

/** enrolment_order; the seats of an order whose dates are, or at last were, not those of this cohort */
export async function listSeatsElsewhere(db: Db | Tx, orderId: string, cohortCode: string): Promise<SeatCohort[]> {
  return (await listSeatCohorts(db, [orderId])).filter((one) => one.cohortCode !== cohortCode)
}

export type SeatMove = {
  orderId: string
  seat: number
  fromCohortCode: string
  /** The first session of those dates, at the move. */
  fromStartsAt: Date | null
  movedAt: Date
}

/** seat_move_order; the oldest first */
export async function listSeatMoves(db: Db | Tx, orderIds: readonly string[]): Promise<SeatMove[]> {
  const { rows } =
    await sql<SeatMove>`select order_id::text as "orderId", seat::int, from_cohort_code as "fromCohortCode",
      from_starts_at as "fromStartsAt", moved_at as "movedAt"
    from seat_move where order_id = any(${[...orderIds]}::uuid[]) order by moved_at, id`.execute(db)
  return rows
}

type Ordered = { id: string; cohort_code: string | null }

/**
 * The dates that an order is about: those of its first taken seat, else of its first one, else those that were bought.
 * Null for a gift card.
 *
 * @param seat only this seat
 */
export async function getOrderedCohortCode(
  db: Db | Tx,
  { id, cohort_code }: Ordered,
  seat?: number,
): Promise<string | null> {
  if (cohort_code === null) return null
  const seats = (await listSeatCohorts(db, [id])).filter((one) => seat === undefined || one.seat === seat)
  return (seats.find(({ isTaken }) => isTaken) ?? seats[0])?.cohortCode ?? cohort_code
}
