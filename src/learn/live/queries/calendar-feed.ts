/** The statements about calendar feeds. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

/** A calendar program gets at most this many sessions, the latest first. */
const MOST_SESSIONS = 2000

/** primary key */
export async function getFeedId(db: Db, personId: string): Promise<string | null> {
  const row = await db.selectFrom('calendar_feed').select('id').where('person_id', '=', personId).executeTakeFirst()
  return row?.id ?? null
}

/** Primary key. `renews` replaces the id; otherwise an existing id stays. */
export async function putFeed(db: Db, personId: string, renews: boolean): Promise<string> {
  const row = await db
    .insertInto('calendar_feed')
    .values({ person_id: personId })
    .onConflict((on) =>
      on.column('person_id').doUpdateSet((is) => ({
        id: renews ? is.ref('excluded.id') : is.ref('calendar_feed.id'),
        created_at: renews ? is.ref('excluded.created_at') : is.ref('calendar_feed.created_at'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** primary key */
export async function deleteFeed(db: Db | Tx, personId: string): Promise<void> {
  await db.deleteFrom('calendar_feed').where('person_id', '=', personId).execute()
}

/** unique id, primary key of person */
export function findFeed(db: Db, id: string) {
  return db
    .selectFrom('calendar_feed')
    .innerJoin('person', 'person.id', 'calendar_feed.person_id')
    .select(['person.id as person_id', 'person.timezone_id'])
    .where('calendar_feed.id', '=', id)
    .where('person.deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * enrolment_person, cohort_session_time. The sessions of the last year and all later ones, cancelled ones too. Their
 * cohorts are those in which the person has a seat that is neither frozen nor past its access.
 */
export function listFeedSessions(db: Db, personId: string, now: Date) {
  return db
    .selectFrom('cohort_session as session')
    .innerJoin('cohort', 'cohort.cohort_code', 'session.cohort_code')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .select([
      'session.id',
      'session.sequence',
      'session.title',
      'session.starts_at',
      'session.ends_at',
      'session.timezone_id',
      'course.title as course_title',
      sql<boolean>`session.cancelled_at is not null or cohort.state = 'cancelled'`.as('is_cancelled'),
    ])
    .where('session.cohort_code', 'in', (query) =>
      query
        .selectFrom('enrolment')
        .select('enrolment.cohort_code')
        .where('enrolment.person_id', '=', personId)
        .where('enrolment.state', '=', 'active')
        .where('enrolment.frozen_at', 'is', null)
        .where((is) => is.or([is('enrolment.access_ends_at', 'is', null), is('enrolment.access_ends_at', '>', now)])),
    )
    .where('session.ends_at', '>', new Date(now.getTime() - 365 * 86_400_000))
    .orderBy('session.starts_at', 'desc')
    .orderBy('session.id')
    .limit(MOST_SESSIONS)
    .execute()
}

/** enrolment_order; those of the orders with a seat that a dispute froze */
export async function listFrozenOrders(db: Db, orderIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('enrolment')
    .select('order_id')
    .where('order_id', '=', sql<string>`any(${[...orderIds]}::uuid[])`)
    .where('state', '=', 'active')
    .where('frozen_at', 'is not', null)
    .execute()
  return new Set(rows.map((row) => row.order_id))
}
