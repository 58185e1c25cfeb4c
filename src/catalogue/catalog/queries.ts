/** All statements of the catalogue. Reads take lists of codes, so ten courses need as many statements as one. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'

const matchesAny = (codes: readonly string[]) => sql<string>`any(${[...codes]}::text[])`

/** seq scan of a few rows, stopped at the first */
export async function hasCourses(db: Db): Promise<boolean> {
  return (await db.selectFrom('course').select('course_code').limit(1).executeTakeFirst()) !== undefined
}

/** primary key of course; by cohort code through the primary key of cohort; each with cohort_course; without drafts */
export function listCoursesByCodes(db: Db, codes: readonly string[]) {
  return db
    .selectFrom('public_course as course')
    .leftJoin('course_page', (join) =>
      join.onRef('course_page.course_code', '=', 'course.course_code').on('course_page.position', '=', 0),
    )
    .leftJoin('refund_terms', 'refund_terms.delivery_type', 'course.delivery_type')
    .select([
      'course.course_code',
      'course.position',
      'course.kind',
      'course.delivery_type',
      'course.title',
      'course.withdrawn_at',
      'course.access_days',
      'course_page.path',
      'course.refund_policy',
      'course.has_group_discount',
      'refund_terms.note as refund_note',
    ])
    .select(sql<unknown>`course.definition || course_outline(course.course_code)`.as('definition'))
    .select(
      sql<number>`(select coalesce(sum(enrolled), 0)::int from cohort
      where cohort.course_code = course.course_code)`.as('enrolled'),
    )
    .select(sql<boolean>`course.certificate ->> 'mode' = 'on-completion'`.as('gives_certificate'))
    .where('course.course_code', '=', courseCodesFor(codes))
    .orderBy('course.position')
    .execute()
}

/**
 * The given course codes, and the courses of the given cohort codes. The array tells the planner that the list is
 * short; with a subquery it would read all courses.
 */
const courseCodesFor = (codes: readonly string[]) =>
  sql<string>`any(array(select unnest(${[...codes]}::text[]) union select course_code from cohort where cohort_code = any(${[...codes]}::text[])))`

/** primary key of course_page */
export async function findCourseCodeByPath(db: Db, path: string): Promise<string | null> {
  const row = await db.selectFrom('course_page').select('course_code').where('path', '=', path).executeTakeFirst()
  return row?.course_code ?? null
}

/** primary keys; the main address of the course that had this address before */
export async function findMovedPath(db: Db, path: string): Promise<string | null> {
  const { rows } = await sql<{ path: string }>`select main.path from course_redirect as former
    join course_page as main using (course_code) where former.path = ${path} and main.position = 0`.execute(db)
  return rows[0]?.path ?? null
}

/** unique (course_code, position) of course_creator, then the primary key of creator */
export function listCreators(db: Db, prefixes: readonly string[]) {
  return db
    .selectFrom('course_creator')
    .innerJoin('creator', 'creator.slug', 'course_creator.creator_slug')
    .leftJoin('asset as photo', (join) =>
      join.onRef('photo.id', '=', 'creator.photo_asset_id').on('photo.state', '=', 'ready'),
    )
    .select([
      'course_creator.course_code',
      'creator.slug',
      'creator.name',
      'creator.initials',
      'creator.quote',
      'creator.biography',
      'creator.page_slug',
      'creator.links',
      'creator.photo_focal_x',
      'creator.photo_focal_y',
      'photo.id as photo_id',
    ])
    .where('course_creator.course_code', '=', matchesAny(prefixes))
    .orderBy('course_creator.course_code')
    .orderBy('course_creator.position')
    .execute()
}

/** The source of the cohorts of a course: all cohorts, or those that a card can show. */
export type CohortScope = { of: 'all' } | { of: 'card'; codes: readonly string[]; now: Date }

/** cohort_course */
export function listCohorts(db: Db, prefixes: readonly string[], scope: CohortScope) {
  return db
    .selectFrom('cohort')
    .selectAll()
    .where('course_code', '=', matchesAny(prefixes))
    .$if(scope.of === 'card', (query) => query.where(isOnCard(scope as CohortScope & { of: 'card' })))
    .orderBy('starts_at')
    .orderBy('cohort_code')
    .execute()
}

/**
 * A cohort that has not ended, that was requested, or that gives a course with nothing on sale its price: the last one with
 * an offer. A course is given for years, and its other cohorts change nothing on its card.
 */
const isOnCard = ({ codes, now }: { codes: readonly string[]; now: Date }) =>
  sql<boolean>`(cohort.ends_at is null or cohort.ends_at > ${now} or cohort.cohort_code = ${matchesAny(codes)}
    or cohort.cohort_code = (select ended.cohort_code from cohort as ended
      where ended.course_code = cohort.course_code and ended.ends_at <= ${now} and exists (select from offer
        where offer.cohort_code = ended.cohort_code and (offer.expires_at is null or offer.expires_at > ${now}))
      order by ended.starts_at desc, ended.cohort_code desc limit 1))`

/** primary key of cohort, cohort_course for a prefix code, or the primary key of offer; then the primary key of course */
export function listCohortsByCode(db: Db | Tx, code: string) {
  const offerCohort = db.selectFrom('offer').select('cohort_code').where('offer_code', '=', code)
  return db
    .selectFrom('cohort')
    .innerJoin('public_course as course', 'course.course_code', 'cohort.course_code')
    .selectAll('cohort')
    .select(['course.withdrawn_at', 'course.refund_policy', 'course.has_group_discount'])
    .select(sql<Date>`now()`.as('database_now'))
    .where((is) =>
      is.or([
        is('cohort.cohort_code', '=', code),
        is('cohort.course_code', '=', code),
        is('cohort.cohort_code', '=', offerCohort),
      ]),
    )
    .orderBy('cohort.starts_at')
    .execute()
}

/** primary keys of cohort and course, then unique (course_code, position) of course_creator */
export function findCohortWithTitle(db: Db, cohortCode: string) {
  return db
    .selectFrom('cohort')
    .innerJoin('public_course as course', 'course.course_code', 'cohort.course_code')
    .leftJoin('course_creator', 'course_creator.course_code', 'course.course_code')
    .leftJoin('creator', 'creator.slug', 'course_creator.creator_slug')
    .select([
      'course.course_code',
      'course.title',
      'creator.name as instructor',
      'cohort.starts_at',
      'cohort.timezone_id',
    ])
    .where('cohort.cohort_code', '=', cohortCode)
    .orderBy('course_creator.position')
    .limit(1)
    .executeTakeFirst()
}

const cohortsOfPrefixes = (prefixes: readonly string[]) =>
  sql<string>`any(array(select cohort_code from cohort where course_code = any(${[...prefixes]}::text[])))`

/** offer_cohort; only offers that have not expired */
export function listOffers(db: Db, cohortCodes: readonly string[], now: Date) {
  return db
    .selectFrom('offer')
    .selectAll()
    .where('cohort_code', '=', matchesAny(cohortCodes))
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
    .orderBy('cohort_code')
    .orderBy('position')
    .execute()
}

/** offer_cohort, or the primary key of offer; only an offer that has not expired */
export function findOffer(db: Db | Tx, cohortCode: string, offerCode: string | undefined) {
  return db
    .selectFrom('offer')
    .selectAll()
    .where('cohort_code', '=', cohortCode)
    .$if(offerCode !== undefined, (query) => query.where('offer_code', '=', offerCode!))
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', sql<Date>`now()`)]))
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
}

/** primary key of offer */
export async function findCohortCodeByOffer(db: Db, offerCode: string): Promise<string | null> {
  const row = await db.selectFrom('offer').select('cohort_code').where('offer_code', '=', offerCode).executeTakeFirst()
  return row?.cohort_code ?? null
}

/** unique (cohort_code, position) of cohort_session, then the primary key of lesson */
export function listCohortSessions(db: Db, courseCodes: readonly string[]) {
  return db
    .selectFrom('cohort_session')
    .innerJoin('lesson', 'lesson.id', 'cohort_session.lesson_id')
    .select([
      'cohort_session.cohort_code',
      'lesson.key as lesson_key',
      'cohort_session.title',
      'cohort_session.starts_at',
      'cohort_session.ends_at',
    ])
    .where('cohort_code', '=', matchesAny(courseCodes))
    .where('cohort_session.cancelled_at', 'is', null)
    .orderBy('cohort_session.cohort_code')
    .orderBy('cohort_session.position')
    .execute()
}

/** cohort_course, then unique (cohort_code, position) of cohort_session; without pro sessions */
export function listMeetings(db: Db, prefixes: readonly string[]) {
  return db
    .selectFrom('cohort_session')
    .select(['cohort_code', 'starts_at'])
    .where('cohort_code', '=', cohortsOfPrefixes(prefixes))
    .where('pro', '=', false)
    .where('cancelled_at', 'is', null)
    .orderBy('cohort_code')
    .orderBy('starts_at')
    .execute()
}

/** unique (cohort_code, position) of cohort_session, then primary keys; cancelled sessions too */
export function listCalendarSessions(db: Db, cohortCode: string) {
  return db
    .selectFrom('cohort_session')
    .innerJoin('cohort', 'cohort.cohort_code', 'cohort_session.cohort_code')
    .innerJoin('public_course as course', 'course.course_code', 'cohort.course_code')
    .select([
      'cohort_session.id',
      'cohort_session.sequence',
      'cohort_session.title',
      'cohort_session.starts_at',
      'cohort_session.ends_at',
      'cohort_session.timezone_id',
      'course.title as course_title',
      sql<boolean>`cohort_session.cancelled_at is not null or cohort.state = 'cancelled'`.as('is_cancelled'),
    ])
    .where('cohort_session.cohort_code', '=', cohortCode)
    .orderBy('cohort_session.position')
    .execute()
}

/** primary key */
export function findPromoCodeRow(db: Db, code: string) {
  return db.selectFrom('promo_code').selectAll().where('code', '=', code).executeTakeFirst()
}

/** primary key; false when the code is used up. One conditional update, so that concurrent uses cannot exceed the limit. */
export async function reservePromoUse(tx: Tx, code: string): Promise<boolean> {
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
export async function returnPromoUse(tx: Tx, code: string): Promise<void> {
  await tx.updateTable('promo_code').set({ uses: sql<number>`uses - 1` }).where('code', '=', code).execute()
}

/**
 * Primary key of cohort; false when there is none, or when an admin cancelled it before. An admin can also cancel a
 * cohort that a content file cancelled.
 */
export async function cancelCohortRow(tx: Tx, cohortCode: string, by: string, reason: string): Promise<boolean> {
  const cohort = await tx
    .selectFrom('cohort')
    .leftJoin('cohort_cancellation', 'cohort_cancellation.cohort_code', 'cohort.cohort_code')
    .select(['state', 'cancelled_by'])
    .where('cohort.cohort_code', '=', cohortCode)
    .forNoKeyUpdate('cohort')
    .executeTakeFirst()
  if (!cohort || cohort.cancelled_by !== null) return false
  await tx.updateTable('cohort').set({ state: 'cancelled' }).where('cohort_code', '=', cohortCode).execute()
  await tx
    .insertInto('cohort_cancellation')
    .values({ cohort_code: cohortCode, cancelled_by: by, reason })
    .onConflict((conflict) => conflict.column('cohort_code').doUpdateSet({ cancelled_by: by, reason }))
    .execute()
  return true
}

/** primary key of exchange_rate; unordered */
export function listRates(db: Db, currencies: readonly string[]) {
  return db.selectFrom('exchange_rate').selectAll().where('currency', '=', matchesAny(currencies)).execute()
}
