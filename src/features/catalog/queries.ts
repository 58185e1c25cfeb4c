/** Every statement about what is sold. Reads take lists of codes, so that ten courses cost no more statements than one. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

const anyOf = (codes: readonly string[]) => sql<string>`any(${[...codes]}::text[])`

/** seq scan of a few rows, stopped at the first */
export async function hasCourses(db: Db): Promise<boolean> {
  return (await db.selectFrom('course').select('prefix_code').limit(1).executeTakeFirst()) !== undefined
}

/** primary key of course; by course code through the primary key of cohort */
export function coursesByCodes(db: Db, codes: readonly string[]) {
  return db
    .selectFrom('course')
    .leftJoin('course_page', (join) =>
      join.onRef('course_page.prefix_code', '=', 'course.prefix_code').on('course_page.position', '=', 0),
    )
    .leftJoin('refund_terms', 'refund_terms.delivery_type', 'course.delivery_type')
    .select([
      'course.prefix_code',
      'course.position',
      'course.kind',
      'course.delivery_type',
      'course.title',
      'course.definition',
      'course.withdrawn_at',
      'course_page.path',
      'refund_terms.terms',
    ])
    .where('course.prefix_code', '=', prefixesOf(codes))
    .orderBy('course.position')
    .execute()
}

/**
 * The codes themselves, where they are prefix codes, and the courses of those that are course codes. Gathered into
 * an array first: of a list the planner knows that it is short, of a subquery it does not, and reads all courses.
 */
const prefixesOf = (codes: readonly string[]) =>
  sql<string>`any(array(select unnest(${[...codes]}::text[]) union select prefix_code from cohort where course_code = any(${[...codes]}::text[])))`

/** primary key of course_page */
export async function prefixAtPath(db: Db, path: string): Promise<string | null> {
  const row = await db.selectFrom('course_page').select('prefix_code').where('path', '=', path).executeTakeFirst()
  return row?.prefix_code ?? null
}

/** unique (prefix_code, position) of course_creator, then the primary key of creator */
export function creatorsOf(db: Db, prefixes: readonly string[]) {
  return db
    .selectFrom('course_creator')
    .innerJoin('creator', 'creator.slug', 'course_creator.creator_slug')
    .select([
      'course_creator.prefix_code',
      'creator.slug',
      'creator.name',
      'creator.initials',
      'creator.quote',
      'creator.biography',
    ])
    .where('course_creator.prefix_code', '=', anyOf(prefixes))
    .orderBy('course_creator.prefix_code')
    .orderBy('course_creator.position')
    .execute()
}

/** cohort_course */
export function cohortsOf(db: Db, prefixes: readonly string[]) {
  return db
    .selectFrom('cohort')
    .selectAll()
    .where('prefix_code', '=', anyOf(prefixes))
    .orderBy('starts_at')
    .orderBy('course_code')
    .execute()
}

/** primary key of cohort, cohort_course for a prefix code, or the primary key of offer; then the primary key of course */
export function cohortsByCode(db: Db | Tx, code: string) {
  const ofOffer = db.selectFrom('offer').select('course_code').where('offer_code', '=', code)
  return db
    .selectFrom('cohort')
    .innerJoin('course', 'course.prefix_code', 'cohort.prefix_code')
    .selectAll('cohort')
    .select('course.withdrawn_at')
    .where((is) =>
      is.or([
        is('cohort.course_code', '=', code),
        is('cohort.prefix_code', '=', code),
        is('cohort.course_code', '=', ofOffer),
      ]),
    )
    .orderBy('cohort.starts_at')
    .execute()
}

/** primary keys of cohort and course, then unique (prefix_code, position) of course_creator */
export function findCohortWithTitle(db: Db, courseCode: string) {
  return db
    .selectFrom('cohort')
    .innerJoin('course', 'course.prefix_code', 'cohort.prefix_code')
    .leftJoin('course_creator', 'course_creator.prefix_code', 'course.prefix_code')
    .leftJoin('creator', 'creator.slug', 'course_creator.creator_slug')
    .select([
      'course.prefix_code',
      'course.title',
      'creator.name as instructor',
      'cohort.starts_at',
      'cohort.timezone_id',
    ])
    .where('cohort.course_code', '=', courseCode)
    .orderBy('course_creator.position')
    .limit(1)
    .executeTakeFirst()
}

const cohortsOfPrefixes = (prefixes: readonly string[]) =>
  sql<string>`any(array(select course_code from cohort where prefix_code = any(${[...prefixes]}::text[])))`

/** cohort_course, then offer_cohort; only offers that have not expired */
export function offersOf(db: Db, prefixes: readonly string[], now: Date) {
  return db
    .selectFrom('offer')
    .selectAll()
    .where('course_code', '=', cohortsOfPrefixes(prefixes))
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .orderBy('course_code')
    .orderBy('position')
    .execute()
}

/** offer_cohort, or the primary key of offer; only what has not expired */
export function offerOf(db: Db | Tx, courseCode: string, offerCode: string | undefined) {
  return db
    .selectFrom('offer')
    .selectAll()
    .where('course_code', '=', courseCode)
    .$if(offerCode !== undefined, (query) => query.where('offer_code', '=', offerCode!))
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', sql<Date>`now()`)]))
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
}

/** primary key of offer */
export async function courseCodeOfOffer(db: Db, offerCode: string): Promise<string | null> {
  const row = await db.selectFrom('offer').select('course_code').where('offer_code', '=', offerCode).executeTakeFirst()
  return row?.course_code ?? null
}

/** unique (course_code, position) of cohort_session */
export function sessionsOf(db: Db, courseCodes: readonly string[]) {
  return db
    .selectFrom('cohort_session')
    .select(['course_code', 'item_id', 'title', 'starts_at', 'ends_at'])
    .where('course_code', '=', anyOf(courseCodes))
    .orderBy('course_code')
    .orderBy('position')
    .execute()
}

/** cohort_course, then unique (course_code, position) of cohort_session; of each weekday and hour the first, pro sessions aside */
export async function meetingsOf(db: Db, prefixes: readonly string[]) {
  const { rows } = await sql<{ course_code: string; starts_at: Date; local_time: string }>`
    select course_code, min(starts_at) as starts_at, local_start::time::text as local_time
    from cohort_session where course_code = ${cohortsOfPrefixes(prefixes)} and not pro
    group by course_code, extract(isodow from local_start), local_start::time
    order by course_code, starts_at`.execute(db)
  return rows
}

/** cohort_course, then enrolment_once */
export function enrolmentCounts(db: Db, prefixes: readonly string[]) {
  return db
    .selectFrom('cohort')
    .innerJoin('enrolment', 'enrolment.course_code', 'cohort.course_code')
    .select((is) => ['cohort.prefix_code', is.fn.countAll<number>().as('count')])
    .where('cohort.prefix_code', '=', anyOf(prefixes))
    .where('enrolment.state', '=', 'active')
    .groupBy('cohort.prefix_code')
    .execute()
}

/** unique (course_code, position) of cohort_session, then primary keys */
export function calendarOf(db: Db, courseCode: string) {
  return db
    .selectFrom('cohort_session')
    .innerJoin('cohort', 'cohort.course_code', 'cohort_session.course_code')
    .innerJoin('course', 'course.prefix_code', 'cohort.prefix_code')
    .select([
      'cohort_session.position',
      'cohort_session.title',
      'cohort_session.starts_at',
      'cohort_session.ends_at',
      'cohort_session.timezone_id',
      'course.title as course_title',
    ])
    .where('cohort_session.course_code', '=', courseCode)
    .where('cohort.state', '<>', 'cancelled')
    .orderBy('cohort_session.position')
    .execute()
}

/** primary key */
export function promoCodeRow(db: Db, code: string) {
  return db.selectFrom('promo_code').selectAll().where('code', '=', code).executeTakeFirst()
}

/** primary key; false when the code is used up. One conditional update: no count is ever trusted. */
export async function claimUse(tx: Tx, code: string): Promise<boolean> {
  const row = await tx
    .updateTable('promo_code')
    .set({ uses: sql<number>`uses + 1` })
    .where('code', '=', code)
    .where((is) => is.or([is('use_limit', 'is', null), is('uses', '<', is.ref('use_limit'))]))
    .returning('code')
    .executeTakeFirst()
  return row !== undefined
}

/** primary key */
export async function giveUseBack(tx: Tx, code: string): Promise<void> {
  await tx.updateTable('promo_code').set({ uses: sql<number>`uses - 1` }).where('code', '=', code).execute()
}

/**
 * Primary key of cohort; false where there is none, or an admin cancelled it before. What a content file cancelled an
 * admin may cancel too, where learners had seats in it.
 */
export async function cancelCohortRow(tx: Tx, courseCode: string, by: string, reason: string): Promise<boolean> {
  const cohort = await tx
    .selectFrom('cohort')
    .leftJoin('cohort_cancellation', 'cohort_cancellation.course_code', 'cohort.course_code')
    .select(['state', 'cancelled_by'])
    .where('cohort.course_code', '=', courseCode)
    .forNoKeyUpdate('cohort')
    .executeTakeFirst()
  if (!cohort || cohort.cancelled_by !== null) return false
  await tx.updateTable('cohort').set({ state: 'cancelled' }).where('course_code', '=', courseCode).execute()
  await tx
    .insertInto('cohort_cancellation')
    .values({ course_code: courseCode, cancelled_by: by, reason })
    .onConflict((conflict) => conflict.column('course_code').doUpdateSet({ cancelled_by: by, reason }))
    .execute()
  return true
}

/** primary key of exchange_rate; in no order */
export function ratesOf(db: Db, currencies: readonly string[]) {
  return db.selectFrom('exchange_rate').selectAll().where('currency', '=', anyOf(currencies)).execute()
}
