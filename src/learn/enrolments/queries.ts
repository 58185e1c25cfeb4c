/** All statements about seats and enrolments. One conditional update reserves seats, so that concurrent orders cannot oversell. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import { getDaysOfOrder } from './queries/access.ts'

const now = sql<Date>`now()`

export type NewHold = {
  orderId: string
  cohortCode: string
  seats: number
  networkHash?: Buffer | null
  clientHash?: Buffer | null
  /** The waitlist offer whose seats the hold uses. */
  waitlistOfferId?: string | undefined
  /** The hold that this one replaces: its times continue. */
  replacedHold?: { expires_at: Date; started_at: Date } | undefined
}

export async function addHold(tx: Tx, hold: NewHold & { minutes: number }): Promise<Date> {
  const row = await tx
    .insertInto('seat_hold')
    .values({
      order_id: hold.orderId,
      cohort_code: hold.cohortCode,
      seats: hold.seats,
      ip_hash: hold.networkHash ?? null,
      client_hash: hold.clientHash ?? null,
      waitlist_offer_id: hold.waitlistOfferId ?? null,
      ...(hold.replacedHold && { started_at: hold.replacedHold.started_at }),
      expires_at: hold.replacedHold?.expires_at ?? sql`now() + ${hold.minutes} * interval '1 minute'`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

/** unique seat_hold.order_id; never beyond the limit, and only while the hold is live */
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

/** unique seat_hold.order_id; a released hold begins anew, with seats that the caller has reserved */
export async function reviveHold(tx: Tx, orderId: string, minutes: number): Promise<boolean> {
  const row = await tx
    .updateTable('seat_hold')
    .set({
      state: 'live',
      created_at: now,
      started_at: now,
      expires_at: sql<Date>`now() + ${minutes} * interval '1 minute'`,
      presented_at: now,
      ended_unpaid_at: null,
      ip_hash: null,
      client_hash: null,
      waitlist_offer_id: null,
    })
    .where('order_id', '=', orderId)
    .where('state', '=', 'released')
    .returning('order_id')
    .executeTakeFirst()
  return row !== undefined
}

/** unique seat_hold.order_id; a hold that expired unpaid keeps its client and network */
export async function changeHoldState(tx: Tx, orderId: string, to: 'released' | 'unpaid') {
  const clearedColumns = { ip_hash: null, client_hash: null }
  return tx
    .updateTable('seat_hold')
    .set(
      to === 'unpaid'
        ? { state: 'released', ended_unpaid_at: sql<Date>`least(expires_at, now())` }
        : { state: to, ...clearedColumns },
    )
    .where('order_id', '=', orderId)
    .where('state', '=', 'live')
    .returning(['cohort_code', 'seats', 'waitlist_offer_id'])
    .executeTakeFirst()
}

/** unique seat_hold.order_id */
export function getHold(db: Db | Tx, orderId: string) {
  return db
    .selectFrom('seat_hold')
    .selectAll()
    .select(sql<boolean>`expires_at < now()`.as('isExpired'))
    .where('order_id', '=', orderId)
    .executeTakeFirst()
}

/** unique seat_hold.order_id; takes the held seats, and returns what the access of their enrolments depends on */
export function takeHold(tx: Tx, orderId: string) {
  return tx
    .updateTable('seat_hold')
    .from('cohort')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .set({ state: 'taken', ip_hash: null, client_hash: null })
    .where('order_id', '=', orderId)
    .where('seat_hold.state', '=', 'live')
    .whereRef('cohort.cohort_code', '=', 'seat_hold.cohort_code')
    .returning([
      'seats',
      'waitlist_offer_id',
      getDaysOfOrder(orderId).as('access_days'),
      'cohort.ends_at',
      'cohort.timezone_id',
      sql<Date>`now()`.as('now'),
    ])
    .executeTakeFirst()
}

/** unique seat_hold.order_id; for an order that is deleted after its hold has ended */
export async function deleteHold(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('seat_hold').where('order_id', '=', orderId).execute()
}

/** seat_hold_live */
export async function listExpiredHolds(db: Db, limit: number): Promise<string[]> {
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

/** enrolment_once; null when this person is already enrolled in this cohort. Without a person the seat is reserved for a friend. */
export async function addEnrolment(
  tx: Tx,
  enrolment: {
    personId: string | null
    cohortCode: string
    orderId: string
    seat: number
    accessEndsAt: Date | null
  },
): Promise<string | null> {
  const row = await tx
    .insertInto('enrolment')
    .values({
      person_id: enrolment.personId,
      cohort_code: enrolment.cohortCode,
      order_id: enrolment.orderId,
      seat: enrolment.seat,
      access_ends_at: enrolment.accessEndsAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['cohort_code', 'person_id']).where('state', '=', sql.lit('active')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** enrolment_once */
export async function isEnrolled(db: Db | Tx, cohortCode: string, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('enrolment')
    .select('id')
    .where('cohort_code', '=', cohortCode)
    .where('person_id', '=', personId)
    .where('state', '=', sql.lit('active'))
    .executeTakeFirst()
  return row !== undefined
}

/** primary key */
export function getEnrolment(db: Db | Tx, id: string) {
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
export async function listOrderEnrolments(db: Db | Tx, orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('enrolment')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'active')
    .orderBy('seat')
    .execute()
  return rows.map((row) => row.id)
}

/** enrolment_order; whether the order has an active seat that no dispute freezes */
export async function hasUsableSeat(db: Db | Tx, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('enrolment')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'active')
    .where('frozen_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type EndedSeat = { seat: number; person_id: string | null; cohort_code: string }

/** enrolment_seat; locks by id, so that concurrent transactions cannot deadlock. Returns the seats that ended now. */
export async function cancelEnrolments(
  tx: Tx,
  { orderId, seats, by, reason }: { orderId: string; seats: readonly number[]; by: string | null; reason: string },
): Promise<EndedSeat[]> {
  const { rows } = await sql<EndedSeat>`update enrolment
    set state = 'cancelled', cancelled_at = now(), cancelled_by = ${by}, cancel_reason = ${reason}
    where id in (select id from enrolment where order_id = ${orderId} and seat = any(${[...seats]}::int[])
      and state in ('active', 'unconfirmed') order by id for update) returning seat::int, person_id, cohort_code`.execute(
    tx,
  )
  return rows
}

/** enrolment_person; the cohorts of the cancelled enrolments, sorted, so that concurrent transactions cannot deadlock */
export async function cancelPersonEnrolments(tx: Tx, personId: string): Promise<string[]> {
  const rows = await tx
    .updateTable('enrolment')
    .set({ state: 'cancelled' })
    .where('person_id', '=', personId)
    .where('state', 'in', ['active', 'unconfirmed'])
    .returning('cohort_code')
    .execute()
  return rows.map((row) => row.cohort_code).sort()
}

/** enrolment_order; keeps the first time. Returns since when each seat that changed is or was frozen. */
export async function freezeEnrolments(tx: Tx, orderId: string, frozen: boolean): Promise<Date[]> {
  const { rows } = await sql<{ since: Date }>`update enrolment set frozen_at = ${frozen ? now : null}
    from (select id, frozen_at as before from enrolment where order_id = ${orderId} and state <> 'cancelled'
      order by id for update) as old
    where enrolment.id = old.id and (old.before is null) = ${frozen}
    returning coalesce(old.before, enrolment.frozen_at) as since`.execute(tx)
  return rows.map(({ since }) => since)
}
