/** Reserves and returns seats of a cohort. One conditional update, so that concurrent orders cannot oversell. */
import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

const now = sql<Date>`now()`

export type SeatReservation = {
  cohortCode: string
  seats: number
  /** A paid order ignores the closing time. */
  closing: 'enforce' | 'ignore'
  /** `ask-first`: free seats that fit a party of the waitlist are not available. */
  waitlist: 'ask-first' | 'ignore'
  /** Seats that this transaction returned for the same buyer. The waitlist has no claim to them. */
  ownSeats?: number | undefined
}

/** primary key of cohort; false when the seats are not available */
export async function reserveSeats(
  tx: Tx,
  { cohortCode, seats, closing, waitlist, ownSeats = 0 }: SeatReservation,
): Promise<boolean> {
  const row = await tx
    .updateTable('cohort')
    .set({ taken: sql<number>`taken + ${seats}` })
    .where('cohort_code', '=', cohortCode)
    .where('state', '=', 'open')
    .$if(closing === 'enforce', (query) =>
      query.where(sql<boolean>`(coalesce(enrol_closes_at, starts_at) > ${now}) is not false`),
    )
    .where((is) => is.or([is('capacity', 'is', null), is(sql<number>`taken + ${seats}`, '<=', is.ref('capacity'))]))
    .$if(waitlist === 'ask-first' && seats > ownSeats, (query) =>
      query.where(sql<boolean>`(waiting_party <= capacity - taken - ${ownSeats}) is not true`),
    )
    .returning('cohort_code')
    .executeTakeFirst()
  return row !== undefined
}

/** primary key of cohort */
export async function returnSeats(tx: Tx, cohortCode: string, seats: number): Promise<void> {
  await tx
    .updateTable('cohort')
    .set({ taken: sql<number>`taken - ${seats}` })
    .where('cohort_code', '=', cohortCode)
    .execute()
}
