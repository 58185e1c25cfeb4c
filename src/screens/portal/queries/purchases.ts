/** SQL statements about the orders of a person. */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/**
 * The newest first. An unpaid order is included only if the person placed it while logged in, because a stranger may
 * have entered this address; one that was never paid is not. Nothing for an address that is not confirmed. Index:
 * orders_email.
 */
export async function listOwnOrders(db: Db, personId: string, after: string | null, limit: number) {
  const { rows } = await sql<{ id: string; cohort_code: string | null }>`
    select o.id::text, o.cohort_code from person p join orders o on o.email = p.email
    where p.id = ${personId} and p.email_verified_at is not null
      and (o.state in ('complete', 'refund-pending', 'returned') or (o.state = 'open' and o.person_id = p.id))
      and (${after}::uuid is null
        or (o.created_at, o.id) < (select a.created_at, a.id from orders a where a.id = ${after} and a.email = p.email))
    order by o.created_at desc, o.id desc limit ${limit}`.execute(db)
  return rows
}

/** Primary keys. */
export async function listPurchasedCourses(db: Db, cohortCodes: readonly string[]) {
  if (cohortCodes.length === 0) return []
  return db
    .selectFrom('cohort')
    .innerJoin('course', 'course.course_code', 'cohort.course_code')
    .select([
      'cohort.cohort_code',
      'cohort.starts_at',
      'cohort.ends_at',
      'cohort.timezone_id',
      'course.course_code',
      'course.title',
      'course.delivery_type',
      sql<{ hue: string } | null>`course.definition->'images'`.as('images'),
    ])
    .where('cohort.cohort_code', 'in', cohortCodes)
    .execute()
}
