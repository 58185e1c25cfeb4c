/** The statements about enrolments that read their order. */
import { type NotNull, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

const now = sql<Date>`now()`
const isUnconfirmed = sql<boolean>`enrolment.state = 'unconfirmed'`

/**
 * Unique person.email, enrolment_unconfirmed_once, primary key of orders; with the promo code that paid for it. Only
 * those of this client, or of any client when it is null.
 */
export function findUnconfirmed(db: Db | Tx, cohortCode: string, email: string, clientHash: Buffer | null) {
  return db
    .selectFrom('enrolment')
    .innerJoin('person', 'person.id', 'enrolment.person_id')
    .innerJoin('orders', 'orders.id', 'enrolment.order_id')
    .select(['enrolment.id', 'enrolment.order_id', 'orders.promo_code', 'orders.seats'])
    .where('person.email', '=', email)
    .where('enrolment.cohort_code', '=', cohortCode)
    .$if(clientHash !== null, (query) => query.where('client_hash', '=', clientHash))
    .where(isUnconfirmed)
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst()
}

/** primary keys; with the data for its e-mail */
export function getUnconfirmed(db: Db, id: string) {
  return withOrder(db, id).where(isUnconfirmed).where('expires_at', '>', now).executeTakeFirst()
}

/** primary keys; an active enrolment with the data for its e-mail */
export function getActiveEnrolment(db: Db, id: string) {
  return withOrder(db, id).where('enrolment.state', '=', 'active').executeTakeFirst()
}

function withOrder(db: Db, enrolmentId: string) {
  return db
    .selectFrom('enrolment')
    .innerJoin('orders', 'orders.id', 'enrolment.order_id')
    .select(['enrolment.id', 'enrolment.person_id', 'enrolment.cohort_code', 'enrolment.expires_at'])
    .select('enrolment.access_ends_at')
    .select(['orders.email', 'orders.name', 'orders.timezone_id'])
    .where('enrolment.id', '=', enrolmentId)
    .$narrowType<{ person_id: NotNull }>()
}
