/** Every statement about places that wait until their address is proved. */
import { type NotNull, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

const now = sql<Date>`now()`
const isUnconfirmed = sql<boolean>`enrolment.state = 'unconfirmed'`

/** enrolment_unconfirmed_once; null when this client has one for this person in this cohort already */
export async function addUnconfirmed(
  tx: Tx,
  place: { personId: string; courseCode: string; orderId: string; askedFrom: Buffer; askedBy: Buffer; hours: number },
): Promise<string | null> {
  const row = await tx
    .insertInto('enrolment')
    .values({
      person_id: place.personId,
      course_code: place.courseCode,
      order_id: place.orderId,
      asked_from: place.askedFrom,
      asked_by: place.askedBy,
      state: 'unconfirmed',
      lapses_at: sql<Date>`now() + ${place.hours} * interval '1 hour'`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['course_code', 'person_id', 'asked_by'])
        .where('state', '=', sql.lit('unconfirmed'))
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** enrolment_unconfirmed_from; how many, and when the first of them is over */
export async function unconfirmedFrom(tx: Tx, courseCode: string, askedFrom: Buffer) {
  return tx
    .selectFrom('enrolment')
    .select((is) => [
      is.fn.countAll<number>().as('count'),
      sql<number>`extract(epoch from min(lapses_at) - now())::float8`.as('secondsLeft'),
    ])
    .where('course_code', '=', courseCode)
    .where('asked_from', '=', askedFrom)
    .where(isUnconfirmed)
    .executeTakeFirstOrThrow()
}

/**
 * unique person.email, enrolment_unconfirmed_once, primary key of orders; with the code that paid for it. Only those
 * that this client asked for; of any client where it is null.
 */
export function unconfirmedOf(db: Db | Tx, courseCode: string, email: string, askedBy: Buffer | null) {
  return db
    .selectFrom('enrolment')
    .innerJoin('person', 'person.id', 'enrolment.person_id')
    .innerJoin('orders', 'orders.id', 'enrolment.order_id')
    .select(['enrolment.id', 'enrolment.order_id', 'orders.promo_code'])
    .where('person.email', '=', email)
    .where('enrolment.course_code', '=', courseCode)
    .$if(askedBy !== null, (query) => query.where('asked_by', '=', askedBy))
    .where(isUnconfirmed)
    .where('lapses_at', '>', now)
    .orderBy('lapses_at')
    .limit(1)
    .executeTakeFirst()
}

/** primary keys; with what a mail about it needs */
export function unconfirmedById(db: Db, id: string) {
  return withOrder(db, id).where(isUnconfirmed).where('lapses_at', '>', now).executeTakeFirst()
}

/** primary keys; a place that is its owner's, with what a mail about it needs */
export function placeById(db: Db, id: string) {
  return withOrder(db, id).where('enrolment.state', '=', 'active').executeTakeFirst()
}

function withOrder(db: Db, enrolmentId: string) {
  return db
    .selectFrom('enrolment')
    .innerJoin('orders', 'orders.id', 'enrolment.order_id')
    .select(['enrolment.id', 'enrolment.person_id', 'enrolment.course_code', 'enrolment.lapses_at'])
    .select(['orders.email', 'orders.name', 'orders.timezone_id'])
    .where('enrolment.id', '=', enrolmentId)
    .$narrowType<{ person_id: NotNull }>()
}

/** enrolment_order; when the order's place goes back unless its link is opened, null where nothing waits */
export async function confirmBy(db: Db, orderId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('enrolment')
    .select('lapses_at')
    .where('order_id', '=', orderId)
    .where(isUnconfirmed)
    .executeTakeFirst()
  return row?.lapses_at ?? null
}

export async function addLink(tx: Tx, hash: Buffer, enrolmentId: string): Promise<void> {
  await tx.insertInto('enrolment_link').values({ hash, enrolment_id: enrolmentId }).execute()
}

/** primary key of enrolment_link; locks the place until the transaction ends */
export function lockLinked(tx: Tx, hash: Buffer) {
  return tx
    .selectFrom('enrolment_link')
    .innerJoin('enrolment', 'enrolment.id', 'enrolment_link.enrolment_id')
    .select(['enrolment.id', 'enrolment.person_id', 'enrolment.course_code'])
    .where('hash', '=', hash)
    .where(isUnconfirmed)
    .where('lapses_at', '>', now)
    .$narrowType<{ person_id: NotNull }>()
    .forUpdate('enrolment')
    .executeTakeFirst()
}

/** primary key; false where it has lapsed, or was confirmed before */
export async function confirm(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('enrolment')
    .set({ state: 'active', lapses_at: null })
    .where('id', '=', id)
    .where(isUnconfirmed)
    .where('lapses_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type Ended = { course_code: string; order_id: string }

/** enrolment_unconfirmed_once; the places that ended, whoever asked for them */
export function dropUnconfirmed(tx: Tx, courseCode: string, personId: string): Promise<Ended[]> {
  return tx
    .updateTable('enrolment')
    .set({ state: 'cancelled' })
    .where('course_code', '=', courseCode)
    .where('person_id', '=', personId)
    .where(isUnconfirmed)
    .returning(['course_code', 'order_id'])
    .execute()
}

/** enrolment_unconfirmed_lapse; the place that ended, or undefined where somebody was faster */
export function lapseOne(tx: Tx): Promise<Ended | undefined> {
  return tx
    .updateTable('enrolment')
    .set({ state: 'cancelled' })
    .where('id', 'in', (from) =>
      from
        .selectFrom('enrolment')
        .select('id')
        .where(isUnconfirmed)
        .where('lapses_at', '<', now)
        .orderBy('lapses_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['course_code', 'order_id'])
    .executeTakeFirst()
}

/** Primary keys. A code that nobody confirmed was not used: the order lets go of it, once, and its use is there again. */
export async function letGoOfCode(tx: Tx, orderId: string): Promise<void> {
  await sql`with freed as (
      update orders set promo_code = null, discount_kind = null where id = ${orderId} and promo_code is not null
      returning old.promo_code as code)
    update promo_code set uses = uses - 1 from freed where promo_code.code = freed.code`.execute(tx)
}
