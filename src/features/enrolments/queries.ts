/** Every statement about seats and enrolments. Seats are claimed by one conditional update: no count is ever trusted. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

const now = sql<Date>`now()`

/** primary key of cohort; false when the seats are not free. Who has paid already is not held to the closing time. */
export async function claimSeats(
  tx: Tx,
  courseCode: string,
  seats: number,
  closing: 'heed' | 'ignore',
): Promise<boolean> {
  const row = await tx
    .updateTable('cohort')
    .set({ taken: sql<number>`taken + ${seats}` })
    .where('course_code', '=', courseCode)
    .where('state', '=', 'open')
    .$if(closing === 'heed', (query) =>
      query.where((is) => is.or([is('enrol_closes_at', 'is', null), is('enrol_closes_at', '>', now)])),
    )
    .where((is) => is.or([is('capacity', 'is', null), is(sql<number>`taken + ${seats}`, '<=', is.ref('capacity'))]))
    .returning('course_code')
    .executeTakeFirst()
  return row !== undefined
}

/** primary key of cohort */
export async function giveSeatsBack(tx: Tx, courseCode: string, seats: number): Promise<void> {
  await tx
    .updateTable('cohort')
    .set({ taken: sql<number>`taken - ${seats}` })
    .where('course_code', '=', courseCode)
    .execute()
}

export type NewHold = {
  orderId: string
  courseCode: string
  seats: number
  from?: Buffer | null
  by?: Buffer | null
  /** The hold that this one takes the place of: its times go on. */
  replaced?: { expires_at: Date; started_at: Date } | undefined
}

export async function addHold(tx: Tx, hold: NewHold & { minutes: number }): Promise<Date> {
  const row = await tx
    .insertInto('seat_hold')
    .values({
      order_id: hold.orderId,
      course_code: hold.courseCode,
      seats: hold.seats,
      held_from: hold.from ?? null,
      held_by: hold.by ?? null,
      ...(hold.replaced && { started_at: hold.replaced.started_at }),
      expires_at: hold.replaced?.expires_at ?? sql`now() + ${hold.minutes} * interval '1 minute'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

/** unique seat_hold.order_id; never past the limit, and only while it lives */
export async function renewHold(tx: Tx, orderId: string, minutes: number, limitMinutes: number): Promise<Date | null> {
  const row = await tx
    .updateTable('seat_hold')
    .set({
      expires_at: sql<Date>`greatest(expires_at, least(now() + ${minutes} * interval '1 minute', started_at + ${limitMinutes} * interval '1 minute'))`,
    })
    .where('order_id', '=', orderId)
    .where('state', '=', 'live')
    .returning('expires_at')
    .executeTakeFirst()
  return row?.expires_at ?? null
}

/** unique seat_hold.order_id; of a hold that ran out unpaid, client and network are remembered */
export async function moveHold(tx: Tx, orderId: string, to: 'taken' | 'released' | 'unpaid') {
  const left = { held_from: null, held_by: null }
  return tx
    .updateTable('seat_hold')
    .set(
      to === 'unpaid'
        ? { state: 'released', ended_unpaid_at: sql<Date>`least(expires_at, now())` }
        : { state: to, ...left },
    )
    .where('order_id', '=', orderId)
    .where('state', '=', 'live')
    .returning(['course_code', 'seats'])
    .executeTakeFirst()
}

/** unique seat_hold.order_id */
export function holdOf(db: Db | Tx, orderId: string) {
  return db
    .selectFrom('seat_hold')
    .selectAll()
    .select(sql<boolean>`expires_at < now()`.as('lapsed'))
    .where('order_id', '=', orderId)
    .executeTakeFirst()
}

/** seat_hold_live */
export async function lapsedHolds(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('seat_hold')
    .select('order_id')
    .where('state', '=', sql.lit('live'))
    .where('expires_at', '<', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.order_id)
}

/** enrolment_once; null when this person is enrolled in this cohort already. Without a person the place waits for a friend. */
export async function addEnrolment(
  tx: Tx,
  enrolment: { personId: string | null; courseCode: string; orderId: string; seat: number },
): Promise<string | null> {
  const row = await tx
    .insertInto('enrolment')
    .values({
      person_id: enrolment.personId,
      course_code: enrolment.courseCode,
      order_id: enrolment.orderId,
      seat: enrolment.seat,
    })
    .onConflict((conflict) =>
      conflict.columns(['course_code', 'person_id']).where('state', '=', sql.lit('active')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** enrolment_once */
export async function isEnrolled(db: Db | Tx, courseCode: string, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('enrolment')
    .select('id')
    .where('course_code', '=', courseCode)
    .where('person_id', '=', personId)
    .where('state', '=', sql.lit('active'))
    .executeTakeFirst()
  return row !== undefined
}

/** enrolment_seat; the place of one seat of an order, locked until the transaction ends */
export function seatOf(tx: Tx, orderId: string, seat: number) {
  return tx
    .selectFrom('enrolment')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('seat', '=', seat)
    .where('state', '=', 'active')
    .forUpdate()
    .executeTakeFirst()
}

/** enrolment_seat; null where the place is somebody's, or has ended */
export async function giveReserved(tx: Tx, orderId: string, seat: number, personId: string): Promise<string | null> {
  const row = await tx
    .updateTable('enrolment')
    .set({ person_id: personId })
    .where('order_id', '=', orderId)
    .where('seat', '=', seat)
    .where('state', '=', 'active')
    .where('person_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Primary key, enrolment_seat. The place ends for whoever had it, and waits for somebody else; the seat stays taken. */
export async function reservedAgain(
  tx: Tx,
  place: { id: string; order_id: string; course_code: string; seat: number },
): Promise<void> {
  await tx.updateTable('enrolment').set({ state: 'cancelled', cancelled_at: now }).where('id', '=', place.id).execute()
  const { course_code: courseCode, order_id: orderId, seat } = place
  await addEnrolment(tx, { personId: null, courseCode, orderId, seat })
}

/** primary keys; whose place it is by now */
export function friendOf(db: Db, enrolmentId: string) {
  return db
    .selectFrom('enrolment')
    .innerJoin('person', 'person.id', 'enrolment.person_id')
    .select(['enrolment.order_id', 'person.id as person_id', 'person.email', 'person.name'])
    .where('enrolment.id', '=', enrolmentId)
    .where('enrolment.state', '=', 'active')
    .executeTakeFirst()
}

/** primary key */
export function enrolmentById(db: Db | Tx, id: string) {
  return db.selectFrom('enrolment').selectAll().where('id', '=', id).executeTakeFirst()
}

/** unique person.email, enrolment_person */
export async function hasEnrolments(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('enrolment')
    .innerJoin('person', 'person.id', 'enrolment.person_id')
    .select('enrolment.id')
    .where('person.email', '=', email)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** enrolment_order */
export async function enrolmentsOfOrder(db: Db | Tx, orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('enrolment')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'active')
    .orderBy('seat')
    .execute()
  return rows.map((row) => row.id)
}

/** enrolment_seat; who ended it and why stays with it. False when there is none any more. */
export async function cancelEnrolment(
  tx: Tx,
  { orderId, seat, by, reason }: { orderId: string; seat: number; by: string | null; reason: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('enrolment')
    .set({ state: 'cancelled', cancelled_at: now, cancelled_by: by, cancel_reason: reason })
    .where('order_id', '=', orderId)
    .where('seat', '=', seat)
    .where('state', 'in', ['active', 'unconfirmed'])
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** enrolment_person; the cohorts whose places were given up, in one order for all, so that nobody waits in a circle */
export async function cancelEnrolmentsOf(tx: Tx, personId: string): Promise<string[]> {
  const rows = await tx
    .updateTable('enrolment')
    .set({ state: 'cancelled' })
    .where('person_id', '=', personId)
    .where('state', 'in', ['active', 'unconfirmed'])
    .returning('course_code')
    .execute()
  return rows.map((row) => row.course_code).sort()
}

/** enrolment_order; keeps the first moment */
export async function freezeEnrolments(tx: Tx, orderId: string, frozen: boolean): Promise<void> {
  await sql`update enrolment set frozen_at = ${frozen ? sql`coalesce(frozen_at, now())` : null}
    where order_id = ${orderId} and state <> 'cancelled'`.execute(tx)
}

/** enrolment_seat */
export async function isSeatFrozen(tx: Tx, orderId: string, seat: number): Promise<boolean> {
  return Boolean((await seatOf(tx, orderId, seat))?.frozen_at)
}
