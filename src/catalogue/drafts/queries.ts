/** The statements of drafts. */
import { sql } from 'kysely'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db, Tx } from '#platform/db/db.ts'

export type DraftRow = {
  unit: string
  version: number
  body: unknown
  /** The name. */
  savedBy: string | null
  savedById: string | null
  savedAt: Date
}

/** With the name of who saved each. */
const selectDrafts = (db: Db | Tx, courseCode: string) =>
  db
    .selectFrom('course_draft')
    .leftJoin('person', 'person.id', 'course_draft.updated_by')
    .select([
      'unit',
      'version',
      'body',
      'person.name as savedBy',
      'course_draft.updated_by as savedById',
      'course_draft.updated_at as savedAt',
    ])
    .where('course_code', '=', courseCode)

/** primary key; the units that were saved since the course was made or first edited */
export function listDraftRows(db: Db | Tx, courseCode: string): Promise<DraftRow[]> {
  return selectDrafts(db, courseCode).execute()
}

/** Primary key. Locks the row until the transaction ends. */
export function findDraftRow(tx: Tx, courseCode: string, unit: string): Promise<DraftRow | undefined> {
  return selectDrafts(tx, courseCode).where('unit', '=', unit).forUpdate('course_draft').executeTakeFirst()
}

/** primary key; an existing row gets the next version */
export async function putDraftRow(
  tx: Tx,
  row: { courseCode: string; unit: string; version: number; body: unknown; personId: string },
): Promise<Date> {
  const values = { version: row.version, body: JSON.stringify(row.body), updated_by: row.personId }
  const written = await tx
    .insertInto('course_draft')
    .values({ course_code: row.courseCode, unit: row.unit, ...values })
    .onConflict((on) => on.columns(['course_code', 'unit']).doUpdateSet({ ...values, updated_at: sql`now()` }))
    .returning('updated_at')
    .executeTakeFirstOrThrow()
  return written.updated_at
}

export type LastVersion = {
  number: number
  document: unknown
  publishedBy: string | null
  publishedAt: Date
}

/** primary key of course_version; undefined for a course that was never published */
export function findLastVersion(db: Db | Tx, courseCode: string): Promise<LastVersion | undefined> {
  return db
    .selectFrom('course_version')
    .leftJoin('person', 'person.id', 'course_version.published_by')
    .select(['number', 'document', 'person.name as publishedBy', 'published_at as publishedAt'])
    .where('course_code', '=', courseCode)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Primary key. An import has published these units. Texts of the draft that differ are replaced, and a unit that
 * `changed` by the import gets a row, each as the next version: a page which was opened before cannot overwrite them.
 * Returns the names of these units.
 */
export async function replaceDraftUnits(
  tx: Tx,
  courseCode: string,
  published: Readonly<Record<string, unknown>>,
  changed: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ unit: string }>`select unit from course_draft
    join jsonb_each(${JSON.stringify(published)}::jsonb) as one on one.key = unit
    where course_code = ${courseCode} and body <> one.value`.execute(tx)
  const names = new Set([...changed, ...rows.map(({ unit }) => unit)])
  const units = Object.entries(published).filter(([unit]) => names.has(unit))
  if (units.length === 0) return []
  await tx
    .insertInto('course_draft')
    .values(units.map(([unit, body]) => ({ course_code: courseCode, unit, body: JSON.stringify(body) })))
    .onConflict((on) =>
      on.columns(['course_code', 'unit']).doUpdateSet((is) => ({
        body: is.ref('excluded.body'),
        version: sql`course_draft.version + 1`,
        updated_at: sql`now()`,
        updated_by: null,
      })),
    )
    .execute()
  return units.map(([unit]) => unit)
}

/** unique (course_code, key) of lesson; the keys of all lessons that the course ever published, or dated */
export async function listPastLessonKeys(db: Db | Tx, courseCode: string): Promise<string[]> {
  const rows = await db
    .selectFrom('lesson')
    .select('key')
    .where('course_code', '=', courseCode)
    .orderBy('key')
    .execute()
  return rows.map(({ key }) => key)
}

/** primary key of course_version; those of the given keys that a version of the course has, also of a removed course */
export async function listVersionLessonKeys(tx: Tx, courseCode: string, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct key from course_version cross join unnest(${keys}::text[]) as key
    where course_code = ${courseCode} and document -> 'lessons' ? key`.execute(tx)
  return rows.map(({ key }) => key)
}

type DraftForImport = { courseCode: string; unit: string; body: unknown; isPublished: boolean; document: unknown }

/** primary keys of course_draft and course_version; the drafts of the given courses, with their last documents */
export async function listDraftsForImport(tx: Tx, courseCodes: readonly string[]): Promise<DraftForImport[]> {
  const { rows } = await sql<DraftForImport>`
    select d.course_code as "courseCode", unit, body, c.published_at is not null as "isPublished", (select document from course_version v
      where v.course_code = d.course_code order by number desc limit 1) as document
    from course_draft d join course c using (course_code) where d.course_code = any(${[...courseCodes]}::text[]) order by 1, 2`.execute(
    tx,
  )
  return rows
}

export type Teacher = { slug: string; name: string; personId: string | null }

/** primary keys; those of the given slugs that are teachers' profiles, in the given order */
export async function listTeachers(db: Db | Tx, slugs: readonly string[]): Promise<Teacher[]> {
  const rows = await db
    .selectFrom('creator')
    .select(['slug', 'name', 'person_id as personId'])
    .where('slug', '=', anyOf(slugs))
    .execute()
  const bySlug = new Map(rows.map((row) => [row.slug, row]))
  return slugs.flatMap((slug) => bySlug.get(slug) ?? [])
}

/**
 * course_role, course_creator_slug, primary key of course_version; the profiles of people who teach the course, and the
 * teachers of any of its versions.
 *
 * @param isWhole also all others, for admins: a seq scan of the profiles
 */
export async function listTeacherChoices(
  db: Db | Tx,
  courseCode: string,
  isWhole: boolean,
): Promise<{ slug: string; name: string }[]> {
  const { rows } = await sql<{ slug: string; name: string }>`
    select slug, name from creator where ${isWhole}
      or person_id in (select person_id from course_role where course_code = ${courseCode} and role in ('creator', 'co_teacher'))
      or slug in (select creator_slug from course_creator where course_code = ${courseCode})
      or slug in (select jsonb_array_elements_text(document -> 'about' -> 'creators') from course_version where course_code = ${courseCode})
    order by name, slug limit 500`.execute(db)
  return rows
}

/** primary keys of course_page and course_redirect; the addresses among the given ones that lead to another course */
export async function listTakenPages(db: Db | Tx, courseCode: string, pages: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select path from course_page where path = any(${pages}::text[]) and course_code <> ${courseCode}
    union select path from course_redirect where path = any(${pages}::text[]) and course_code <> ${courseCode}`.execute(
    db,
  )
  return rows.map(({ path }) => path)
}

/** seq scan of the drafts' addresses; those of the given ones that a draft wants */
export async function listDraftedPages(db: Db | Tx, pages: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select path from course_draft cross join jsonb_array_elements_text(body -> 'pages') as path
    where unit = 'addresses' and path = any(${pages}::text[])`.execute(db)
  return rows.map(({ path }) => path)
}

/** cohort_course, offer_cohort, cohort_session_time; every cohort of the course, by its start */
export async function listCohortFacts(db: Db | Tx, courseCode: string) {
  const { rows } = await sql<{
    cohortCode: string
    name: string
    state: 'announced' | 'open' | 'cancelled'
    capacity: number | null
    taken: number
    enrolled: number
    timezoneId: string
    startsAt: Date | null
    endsAt: Date | null
    enrolClosesAt: Date | null
    waitingParty: number | null
    priceMinor: number | null
    currency: string | null
    offerCode: string | null
  }>`select c.cohort_code as "cohortCode", c.name, c.state, c.capacity, c.taken, c.enrolled, c.timezone_id as "timezoneId",
      c.starts_at as "startsAt", c.ends_at as "endsAt", c.enrol_closes_at as "enrolClosesAt",
      c.waiting_party as "waitingParty", o.price_minor as "priceMinor", o.currency, o.offer_code as "offerCode"
    from cohort c left join lateral (select * from offer where offer.cohort_code = c.cohort_code
        and (offer.expires_at is null or offer.expires_at > now())
      order by position limit 1) as o on true
    where c.course_code = ${courseCode} order by c.starts_at nulls last, c.cohort_code`.execute(db)
  return rows
}
export type CohortFacts = Awaited<ReturnType<typeof listCohortFacts>>[number]

/** cohort_course, cohort_session_time; the sessions of all cohorts of the course that were not cancelled */
export function listSessionFacts(db: Db | Tx, courseCode: string) {
  return db
    .selectFrom('cohort_session')
    .innerJoin('cohort', 'cohort.cohort_code', 'cohort_session.cohort_code')
    .innerJoin('lesson', 'lesson.id', 'cohort_session.lesson_id')
    .select([
      'cohort_session.cohort_code as cohortCode',
      'cohort_session.id as sessionId',
      'lesson.key as lessonKey',
      'cohort_session.title',
      'cohort_session.local_start as localStart',
      'cohort_session.timezone_id as timezoneId',
      'cohort_session.starts_at as startsAt',
      'cohort_session.ends_at as endsAt',
      sql<boolean>`cohort_session.sealed_meeting_url is not null`.as('hasMeeting'),
    ])
    .where('cohort.course_code', '=', courseCode)
    .where('cohort_session.cancelled_at', 'is', null)
    .orderBy('cohort_session.starts_at')
    .execute()
}
