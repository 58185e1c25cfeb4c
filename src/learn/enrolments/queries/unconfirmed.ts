/** The statements about unconfirmed enrolments. */
import { type NotNull, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

const now = sql<Date>`now()`
const isUnconfirmed = sql<boolean>`enrolment.state = 'unconfirmed'`

/**
 * enrolment_unconfirmed_once; null when this client already has one for this person in this cohort. The other seats of
 * a group have no person, and expire with the buyer's.
 */
export async function addUnconfirmed(
  tx: Tx,
  enrolment: {
    personId: string
    cohortCode: string
    orderId: string
    seats: number
    networkHash: Buffer
    clientHash: Buffer
    hours: number
  },
): Promise<string | null> {
  const group = {
    cohort_code: enrolment.cohortCode,
    order_id: enrolment.orderId,
    ip_hash: enrolment.networkHash,
    state: 'unconfirmed' as const,
    expires_at: sql<Date>`now() + ${enrolment.hours} * interval '1 hour'`,
  }
  const friendSeats = Array.from({ length: enrolment.seats - 1 }, (_, at) => ({ ...group, seat: at + 2 }))
  const row = await tx
    .insertInto('enrolment')
    .values({ ...group, seat: 1, person_id: enrolment.personId, client_hash: enrolment.clientHash })
    .onConflict((conflict) =>
      conflict
        .columns(['cohort_code', 'person_id', 'client_hash'])
        .where('state', '=', sql.lit('unconfirmed'))
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (row && friendSeats.length > 0) await tx.insertInto('enrolment').values(friendSeats).execute()
  return row?.id ?? null
}

/** enrolment_unconfirmed_ip; their number, and the seconds until the first one expires */
export async function countUnconfirmed(tx: Tx, cohortCode: string, networkHash: Buffer) {
  return tx
    .selectFrom('enrolment')
    .select((is) => [
      is.fn.countAll<number>().as('count'),
      sql<number>`extract(epoch from min(expires_at) - now())::float8`.as('secondsLeft'),
    ])
    .where('cohort_code', '=', cohortCode)
    .where('ip_hash', '=', networkHash)
    .where(isUnconfirmed)
    .executeTakeFirstOrThrow()
}

/** enrolment_order; the time when the unconfirmed seats of an order expire, or null */
export async function getConfirmationDeadline(db: Db, orderId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('enrolment')
    .select('expires_at')
    .where('order_id', '=', orderId)
    .where(isUnconfirmed)
    .executeTakeFirst()
  return row?.expires_at ?? null
}

export async function addEnrolmentLink(tx: Tx, hash: Buffer, enrolmentId: string): Promise<void> {
  await tx.insertInto('enrolment_link').values({ hash, enrolment_id: enrolmentId }).execute()
}

/** primary key of enrolment_link; the unconfirmed enrolment of a mailed link, or undefined once it was used or expired */
export function findEnrolmentOfLink(db: Db, hash: Buffer) {
  return db
    .selectFrom('enrolment_link')
    .innerJoin('enrolment', 'enrolment.id', 'enrolment_link.enrolment_id')
    .innerJoin('person', 'person.id', 'enrolment.person_id')
    .select(['enrolment.cohort_code', 'person.email'])
    .where('hash', '=', hash)
    .where(isUnconfirmed)
    .where('enrolment.expires_at', '>', now)
    .executeTakeFirst()
}

/** primary key of enrolment_link; locks the enrolment until the transaction ends */
export function lockEnrolmentByLink(tx: Tx, hash: Buffer) {
  return tx
    .selectFrom('enrolment_link')
    .innerJoin('enrolment', 'enrolment.id', 'enrolment_link.enrolment_id')
    .select(['enrolment.id', 'enrolment.person_id', 'enrolment.cohort_code', 'enrolment.order_id'])
    .where('hash', '=', hash)
    .where(isUnconfirmed)
    .where('expires_at', '>', now)
    .$narrowType<{ person_id: NotNull }>()
    .forUpdate('enrolment')
    .executeTakeFirst()
}

/** enrolment_order; the number of confirmed seats of the order, 0 when they have expired or were confirmed before */
export async function markConfirmed(tx: Tx, orderId: string, accessEndsAt: Date | null): Promise<number> {
  const rows = await tx
    .updateTable('enrolment')
    .set({ state: 'active', expires_at: null, access_ends_at: accessEndsAt })
    .where('order_id', '=', orderId)
    .where(isUnconfirmed)
    .where('expires_at', '>', now)
    .returning('id')
    .execute()
  return rows.length
}

export type EndedEnrolment = { cohort_code: string; order_id: string }

/** enrolment_unconfirmed_once, enrolment_order; the cancelled seats of all clients, with those of their groups */
export function cancelUnconfirmed(tx: Tx, cohortCode: string, personId: string): Promise<EndedEnrolment[]> {
  return tx
    .updateTable('enrolment')
    .set({ state: 'cancelled' })
    .where('order_id', 'in', (from) =>
      from
        .selectFrom('enrolment')
        .select('order_id')
        .where('cohort_code', '=', cohortCode)
        .where('person_id', '=', personId)
        .where(isUnconfirmed),
    )
    .where(isUnconfirmed)
    .returning(['cohort_code', 'order_id'])
    .execute()
}

/** enrolment_order; the cancelled seats of one order */
export function cancelUnconfirmedOrder(tx: Tx, orderId: string): Promise<EndedEnrolment[]> {
  return tx
    .updateTable('enrolment')
    .set({ state: 'cancelled' })
    .where('order_id', '=', orderId)
    .where(isUnconfirmed)
    .returning(['cohort_code', 'order_id'])
    .execute()
}

/** enrolment_unconfirmed_expiry; the expired enrolment, or undefined when another transaction has it */
export function expireNextUnconfirmed(tx: Tx): Promise<EndedEnrolment | undefined> {
  return tx
    .updateTable('enrolment')
    .set({ state: 'cancelled' })
    .where('id', 'in', (from) =>
      from
        .selectFrom('enrolment')
        .select('id')
        .where(isUnconfirmed)
        .where('expires_at', '<', now)
        .orderBy('expires_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['cohort_code', 'order_id'])
    .executeTakeFirst()
}

/** enrolment_unconfirmed_expiry. Adds the time since `since`, or since the enrolment if that is later. */
export async function prolongUnconfirmed(tx: Tx, since: Date): Promise<void> {
  await tx
    .updateTable('enrolment')
    .set({ expires_at: sql<Date>`expires_at + (now() - greatest(created_at, ${since}))` })
    .where(isUnconfirmed)
    .execute()
}
