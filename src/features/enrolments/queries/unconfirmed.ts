/** The statements about unconfirmed enrolments. */
import { type NotNull, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

const now = sql<Date>`now()`
const isUnconfirmed = sql<boolean>`enrolment.state = 'unconfirmed'`

/** enrolment_unconfirmed_once; null when this client already has one for this person in this cohort */
export async function addUnconfirmed(
  tx: Tx,
  enrolment: {
    personId: string
    cohortCode: string
    orderId: string
    networkHash: Buffer
    clientHash: Buffer
    hours: number
  },
): Promise<string | null> {
  const row = await tx
    .insertInto('enrolment')
    .values({
      person_id: enrolment.personId,
      cohort_code: enrolment.cohortCode,
      order_id: enrolment.orderId,
      ip_hash: enrolment.networkHash,
      client_hash: enrolment.clientHash,
      state: 'unconfirmed',
      expires_at: sql<Date>`now() + ${enrolment.hours} * interval '1 hour'`,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['cohort_code', 'person_id', 'client_hash'])
        .where('state', '=', sql.lit('unconfirmed'))
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
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

/** enrolment_order; the time when the unconfirmed enrolment of an order expires, or null */
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

/** primary key of enrolment_link; locks the enrolment until the transaction ends */
export function lockEnrolmentByLink(tx: Tx, hash: Buffer) {
  return tx
    .selectFrom('enrolment_link')
    .innerJoin('enrolment', 'enrolment.id', 'enrolment_link.enrolment_id')
    .select(['enrolment.id', 'enrolment.person_id', 'enrolment.cohort_code'])
    .where('hash', '=', hash)
    .where(isUnconfirmed)
    .where('expires_at', '>', now)
    .$narrowType<{ person_id: NotNull }>()
    .forUpdate('enrolment')
    .executeTakeFirst()
}

/** primary key; false when it has expired or was confirmed before */
export async function markConfirmed(tx: Tx, id: string, accessEndsAt: Date | null): Promise<boolean> {
  const row = await tx
    .updateTable('enrolment')
    .set({ state: 'active', expires_at: null, access_ends_at: accessEndsAt })
    .where('id', '=', id)
    .where(isUnconfirmed)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type EndedEnrolment = { cohort_code: string; order_id: string }

/** enrolment_unconfirmed_once; the cancelled enrolments of all clients */
export function cancelUnconfirmed(tx: Tx, cohortCode: string, personId: string): Promise<EndedEnrolment[]> {
  return tx
    .updateTable('enrolment')
    .set({ state: 'cancelled' })
    .where('cohort_code', '=', cohortCode)
    .where('person_id', '=', personId)
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
