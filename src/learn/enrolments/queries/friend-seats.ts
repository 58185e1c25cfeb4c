/** The statements about the seats that friends of a buyer take. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import { addEnrolment } from '../queries.ts'

const now = sql<Date>`now()`

/** enrolment_seat; the enrolment of one seat of an order, locked until the transaction ends */
export function lockSeat(tx: Tx, orderId: string, seat: number) {
  return tx
    .selectFrom('enrolment')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('seat', '=', seat)
    .where('state', '=', 'active')
    .forUpdate()
    .executeTakeFirst()
}

/** enrolment_seat; null when the seat belongs to a person or has ended */
export async function assignReservedSeat(
  tx: Tx,
  orderId: string,
  seat: number,
  personId: string,
  accessEndsAt: Date | null,
): Promise<string | null> {
  const row = await tx
    .updateTable('enrolment')
    .set({
      person_id: personId,
      // Null is without an end. The friend never gets less than the buyer paid for.
      access_ends_at:
        accessEndsAt &&
        sql<Date>`case when access_ends_at is not null then greatest(access_ends_at, ${accessEndsAt}) end`,
    })
    .where('order_id', '=', orderId)
    .where('seat', '=', seat)
    .where('state', '=', 'active')
    .where('person_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Primary key, enrolment_seat. Ends the enrolment and reserves its seat for another friend; the seat stays taken. */
export async function reserveSeatAgain(
  tx: Tx,
  enrolment: { id: string; order_id: string; cohort_code: string; seat: number; access_ends_at: Date | null },
): Promise<void> {
  await tx
    .updateTable('enrolment')
    .set({ state: 'cancelled', cancelled_at: now })
    .where('id', '=', enrolment.id)
    .execute()
  const { cohort_code: cohortCode, order_id: orderId, seat, access_ends_at: accessEndsAt } = enrolment
  await addEnrolment(tx, { personId: null, cohortCode, orderId, seat, accessEndsAt })
}

/** primary keys; the person who now has the enrolment, unless a dispute freezes it */
export function getFriend(db: Db, enrolmentId: string) {
  return db
    .selectFrom('enrolment')
    .innerJoin('person', 'person.id', 'enrolment.person_id')
    .select([
      'enrolment.order_id',
      'enrolment.cohort_code',
      'enrolment.access_ends_at',
      'person.id as person_id',
      'person.email',
      'person.name',
    ])
    .where('enrolment.id', '=', enrolmentId)
    .where('enrolment.state', '=', 'active')
    .where('enrolment.frozen_at', 'is', null)
    .executeTakeFirst()
}

/** enrolment_seat */
export async function isSeatFrozen(tx: Tx, orderId: string, seat: number): Promise<boolean> {
  return Boolean((await lockSeat(tx, orderId, seat))?.frozen_at)
}
