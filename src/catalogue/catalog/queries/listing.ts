/** The statements that select listed courses. They return only the codes that are shown. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export type ListingFilter = {
  /** The search words as typed. */
  q: string
  delivery: string
  kind: string
  startsBy: Date | null
}
/** The current time and the excluded courses. */
export type Visibility = { now: Date; excluded: readonly string[] }
type Page = { offset: number; limit: number }

const isListed = ({ excluded }: Visibility) =>
  sql`c.listed and c.withdrawn_at is null and c.course_code <> all(${[...excluded]}::text[])`

/** A cohort `r` that is open, full or announced. `getCohortStatus` in src/domain/course.ts defines the rule. */
const isUpcoming = ({ now }: Visibility) =>
  sql`r.state <> 'cancelled' and (r.ends_at is null or r.ends_at > ${now})
    and (coalesce(r.enrol_closes_at, r.starts_at) is null or coalesce(r.enrol_closes_at, r.starts_at) > ${now})`

/** cohort_course. The next cohort of course `c`. `getNextCohort` in src/domain/course.ts defines the rule. */
const selectNextCohort = (visibility: Visibility, column: 'starts_at' | 'cohort_code') =>
  sql`(select r.${sql.ref(column)} from cohort r where r.course_code = c.course_code and ${isUpcoming(visibility)}
    order by case when r.state = 'announced' then 2 when r.taken >= r.capacity or r.waiting_party <= r.capacity - r.taken then 1 else 0 end,
      r.starts_at nulls last, r.cohort_code collate "C" limit 1)`

function createFilterCondition(
  { q, delivery, kind, startsBy }: ListingFilter,
  visibility: Visibility,
): RawBuilder<unknown> {
  const all = [
    isListed(visibility),
    ...(delivery ? [sql`c.delivery_type = ${delivery}`] : []),
    ...(kind ? [sql`c.kind = ${kind}`] : []),
    ...(q
      ? [
          sql`c.course_code = any(array(select course_code from course_search where words @@ (select search_query(${q}))))`,
        ]
      : []),
    ...(startsBy ? startsWithin(startsBy, visibility) : []),
  ]
  return sql.join(all, sql` and `)
}

/** Selects candidates by the index first, then those whose next cohort starts in time. */
const startsWithin = (by: Date, visibility: Visibility) => [
  sql`c.course_code in (select course_code from cohort where state <> 'cancelled' and starts_at between ${visibility.now} and ${by})`,
  sql`tstzrange(${visibility.now}, ${by}, '[]') @> ${selectNextCohort(visibility, 'starts_at')}`,
]

/** course_listed, read completely but without the courses; with words course_words_found, with days cohort_start */
export async function countListed(
  db: Db,
  filter: ListingFilter,
  visibility: Visibility,
): Promise<{ matching: number; all: number }> {
  const { rows } = await sql<{ matching: number; all: number }>`select
    (select count(*)::int from public_course c where ${createFilterCondition(filter, visibility)}) as matching,
    (select count(*)::int from public_course c where ${isListed(visibility)}) as "all"`.execute(db)
  return rows[0]!
}

/** primary keys of cohort and course; false for an unknown code */
export async function isListedCohort(db: Db, cohortCode: string, visibility: Visibility): Promise<boolean> {
  const { rows } = await sql`select from cohort r join public_course c on c.course_code = r.course_code
    where r.cohort_code = ${cohortCode} and ${isListed(visibility)}`.execute(db)
  return rows.length > 0
}

/** course_listed, up to the page; with words course_words_found, with days cohort_start */
export async function findListedCodes(
  db: Db,
  filter: ListingFilter,
  visibility: Visibility,
  { offset, limit }: Page,
): Promise<string[]> {
  const { rows } = await sql<{
    course_code: string
  }>`select c.course_code from public_course c where ${createFilterCondition(filter, visibility)}
    order by c.position, c.course_code limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => row.course_code)
}

/** cohort_start for a bounded number of cohorts; each with keys and cohort_course. The planner cannot know that most of them qualify */
export async function findSoonestCodes(
  db: Db,
  visibility: Visibility,
  { candidateLimit, limit }: { candidateLimit: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ course_code: string }>`
    select c.course_code from (select c.course_code, s.starts_at, s.cohort_code
      from cohort s join public_course c on c.course_code = s.course_code
      where s.state <> 'cancelled' and s.starts_at > ${visibility.now} and ${isListed(visibility)}
      order by s.starts_at, s.cohort_code limit ${candidateLimit}) as c
    where c.cohort_code = ${selectNextCohort(visibility, 'cohort_code')}
    order by c.starts_at, c.cohort_code limit ${limit}`.execute(db)
  return rows.map((row) => row.course_code)
}

/** course_listed, as far as needed; each with cohort_course. Courses with an available seat */
export async function findOpenCodes(db: Db, visibility: Visibility, limit: number): Promise<string[]> {
  const { rows } = await sql<{
    course_code: string
  }>`select c.course_code from public_course c where ${isListed(visibility)}
    and exists (select from cohort r where r.course_code = c.course_code and r.state = 'open' and ${isUpcoming(visibility)}
      and (r.capacity is null or (r.taken < r.capacity and (r.waiting_party <= r.capacity - r.taken) is not true)))
    order by c.position, c.course_code limit ${limit}`.execute(db)
  return rows.map((row) => row.course_code)
}

/** course_listed for a bounded number of courses; each with cohort_course. Courses without an open or full cohort */
export async function findAwaitedCourses(
  db: Db,
  visibility: Visibility,
  { candidateLimit, limit }: { candidateLimit: number; limit: number },
): Promise<{ code: string; title: string }[]> {
  const { rows } = await sql<{ code: string; title: string }>`
    select c.course_code as code, c.title
    from (select * from public_course c where ${isListed(visibility)} order by c.position, c.course_code limit ${candidateLimit}) as c
    where not exists (select from cohort r where r.course_code = c.course_code and r.state = 'open' and ${isUpcoming(visibility)})
    order by c.position, c.course_code limit ${limit}`.execute(db)
  return rows
}

/** course_creator_slug, then keys: the creator's first course, except one */
export async function findCourseOfCreator(
  db: Db,
  slug: string,
  exceptCode: string,
  visibility: Visibility,
): Promise<string | null> {
  const { rows } = await sql<{ course_code: string }>`
    select c.course_code from course_creator t join public_course c on c.course_code = t.course_code
    where t.creator_slug = ${slug} and t.position = 0 and c.kind = 'course' and c.course_code <> ${exceptCode}
      and ${isListed(visibility)}
    order by c.position, c.course_code limit 1`.execute(db)
  return rows[0]?.course_code ?? null
}

export type CourseSuggestion = { code: string; url: string; title: string; instructor: { name: string } }

/** course_words_found, then keys: the courses with most words of the same beginning */
export async function findSimilarCourses(
  db: Db,
  words: string,
  visibility: Visibility,
  limit: number,
): Promise<CourseSuggestion[]> {
  const { rows } = await sql<{ code: string; url: string; title: string; name: string | null }>`
    select c.course_code as code, coalesce(p.path, '/c/' || c.course_code) as url, c.title, t.name
    from (select course_code, ts_rank(words, (select search_query_any(${words}))) as rank from course_search
      where words @@ (select search_query_any(${words})) order by rank desc, course_code limit ${limit}) as f
    join public_course c on c.course_code = f.course_code and ${isListed(visibility)}
    left join course_page p on p.course_code = c.course_code and p.position = 0
    left join (course_creator k join creator t on t.slug = k.creator_slug) on k.course_code = c.course_code and k.position = 0
    order by f.rank desc, c.position, c.course_code`.execute(db)
  return rows.map(({ name, ...row }) => ({ ...row, instructor: { name: name ?? '' } }))
}

export type ListedPage = { url: string; courseCode: string; markets: string[]; previewKeys: string[] }

/**
 * course_listed, each with course_page and lesson (course_code, key): one page of all addresses, with the countries of
 * their market pages and the keys of their first preview lessons
 */
/** course_listed, course_creator_slug; the last parts of the addresses of teachers with a listed course, by name */
export async function findTeacherPages(db: Db, visibility: Visibility, limit: number): Promise<string[]> {
  const { rows } = await sql<{ page: string }>`
    select coalesce(page_slug, slug) as page from creator
    where exists (select from course_creator t join public_course c using (course_code)
      where t.creator_slug = creator.slug and ${isListed(visibility)})
    order by 1 limit ${limit}`.execute(db)
  return rows.map(({ page }) => page)
}

export async function findListedPages(
  db: Db,
  visibility: Visibility,
  { offset, limit, previewLimit }: Page & { previewLimit: number },
): Promise<ListedPage[]> {
  const { rows } = await sql<ListedPage>`
    select coalesce(p.path, '/c/' || c.course_code) as url, c.course_code as "courseCode",
      coalesce((select array_agg(m ->> 'country') from jsonb_array_elements(c.definition -> 'markets') as m), '{}') as markets,
      array(select key from lesson where lesson.course_code = c.course_code and is_preview and state = 'published'
        order by key limit ${previewLimit}) as "previewKeys"
    from (select * from public_course c where ${isListed(visibility)} order by c.position, c.course_code limit ${limit} offset ${offset}) as c
    left join course_page p on p.course_code = c.course_code and p.position = 0
    order by c.position, c.course_code`.execute(db)
  return rows
}
