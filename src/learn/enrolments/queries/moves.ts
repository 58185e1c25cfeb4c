/** The statements that move a seat to other dates of its course. docs/contract §42. */
import { type NotNull, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** primary keys; the course and the order of an active seat that a person has */
export function findSeat(db: Db | Tx, enrolmentId: string) {
  return db
    .selectFrom('enrolment')
    .innerJoin('cohort', 'cohort.cohort_code', 'enrolment.cohort_code')
    .select([
      'enrolment.order_id as orderId',
      'enrolment.cohort_code as cohortCode',
      'cohort.course_code as courseCode',
    ])
    .where('enrolment.id', '=', enrolmentId)
    .where('enrolment.state', '=', sql.lit('active'))
    .where('enrolment.person_id', 'is not', null)
    .executeTakeFirst()
}

/** primary keys; the same seat with its person, locked until the transaction ends */
export function lockSeatOfPerson(tx: Tx, enrolmentId: string) {
  return tx
    .selectFrom('enrolment')
    .innerJoin('person', 'person.id', 'enrolment.person_id')
    .select(['enrolment.id', 'enrolment.cohort_code as cohortCode', 'enrolment.seat'])
    .select(['enrolment.access_ends_at as accessEndsAt', 'person.id as personId'])
    .select(['person.name', 'person.email', 'person.timezone_id as timezoneId'])
    .where('enrolment.id', '=', enrolmentId)
    .where('enrolment.state', '=', sql.lit('active'))
    .$narrowType<{ personId: NotNull }>()
    .forUpdate('enrolment')
    .executeTakeFirst()
}

type Move = {
  enrolmentId: string
  orderId: string
  seat: number
  from: { cohortCode: string; startsAt: Date | null }
  to: { cohortCode: string; accessEndsAt: Date | null }
  movedBy: string
}

/** Primary key. The caller has taken the new seat, and returns the old one. @returns the id of the move */
export async function moveEnrolment(tx: Tx, { enrolmentId, orderId, seat, from, to, movedBy }: Move): Promise<string> {
  const move = await tx
    .insertInto('seat_move')
    .values({
      order_id: orderId,
      seat,
      from_cohort_code: from.cohortCode,
      to_cohort_code: to.cohortCode,
      from_starts_at: from.startsAt,
      moved_by: movedBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('enrolment')
    .set({ cohort_code: to.cohortCode, access_ends_at: to.accessEndsAt, moved_at: sql<Date>`now()` })
    .where('id', '=', enrolmentId)
    .execute()
  return move.id
}

/** enrolment_order; the other taken seats of an order in a cohort */
export async function countOtherSeats(
  tx: Tx,
  { orderId, cohortCode, seat }: { orderId: string; cohortCode: string; seat: number },
): Promise<number> {
  const row = await tx
    .selectFrom('enrolment')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .where('cohort_code', '=', cohortCode)
    .where('seat', '<>', seat)
    .where('state', '=', sql.lit('active'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
