/** Every statement that chooses among all listed courses. They answer codes, as many as are shown and no more. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export type Wanted = {
  /** Words as they were typed. */
  q: string
  delivery: string
  kind: string
  startsBy: Date | null
}
/** What visitors see at a moment. */
export type Seen = { now: Date; excluded: readonly string[] }
type Page = { offset: number; limit: number }

const listed = ({ excluded }: Seen) =>
  sql`c.listed and c.withdrawn_at is null and c.prefix_code <> all(${[...excluded]}::text[])`

/** A cohort `r` that can be joined, waited for or looked forward to; `cohortStatus` in src/domain/course.ts is the rule. */
const isAhead = ({ now }: Seen) =>
  sql`r.state <> 'cancelled' and (r.ends_at is null or r.ends_at > ${now})
    and (coalesce(r.enrol_closes_at, r.starts_at) is null or coalesce(r.enrol_closes_at, r.starts_at) > ${now})`

/** cohort_course. The cohort that course `c` means now; `nextCohort` in src/domain/course.ts is the rule. */
const nextCohort = (seen: Seen, column: 'starts_at' | 'course_code') =>
  sql`(select r.${sql.ref(column)} from cohort r where r.prefix_code = c.prefix_code and ${isAhead(seen)}
    order by case when r.state = 'announced' then 2 when r.taken >= r.capacity then 1 else 0 end,
      r.starts_at nulls last, r.course_code collate "C" limit 1)`

function asked({ q, delivery, kind, startsBy }: Wanted, seen: Seen): RawBuilder<unknown> {
  const all = [
    listed(seen),
    ...(delivery ? [sql`c.delivery_type = ${delivery}`] : []),
    ...(kind ? [sql`c.kind = ${kind}`] : []),
    ...(q
      ? [
          sql`c.prefix_code = any(array(select prefix_code from course_words where words @@ (select words_asked(${q}))))`,
        ]
      : []),
    ...(startsBy ? startsWithin(startsBy, seen) : []),
  ]
  return sql.join(all, sql` and `)
}

/** Few by the index first, and of these the ones that mean that run. */
const startsWithin = (by: Date, seen: Seen) => [
  sql`c.prefix_code in (select prefix_code from cohort where state <> 'cancelled' and starts_at between ${seen.now} and ${by})`,
  sql`tstzrange(${seen.now}, ${by}, '[]') @> ${nextCohort(seen, 'starts_at')}`,
]

/** course_listed, read whole but without the courses; with words course_words_found, with days cohort_start */
export async function countListed(db: Db, wanted: Wanted, seen: Seen): Promise<{ found: number; all: number }> {
  const { rows } = await sql<{ found: number; all: number }>`select
    (select count(*)::int from course c where ${asked(wanted, seen)}) as found,
    (select count(*)::int from course c where ${listed(seen)}) as "all"`.execute(db)
  return rows[0]!
}

/** primary keys of cohort and course; false for an unknown code */
export async function isListedCohort(db: Db, courseCode: string, seen: Seen): Promise<boolean> {
  const { rows } = await sql`select from cohort r join course c on c.prefix_code = r.prefix_code
    where r.course_code = ${courseCode} and ${listed(seen)}`.execute(db)
  return rows.length > 0
}

/** course_listed, as far as the page; with words course_words_found, with days cohort_start */
export async function listedCodes(db: Db, wanted: Wanted, seen: Seen, { offset, limit }: Page): Promise<string[]> {
  const { rows } = await sql<{ prefix_code: string }>`select c.prefix_code from course c where ${asked(wanted, seen)}
    order by c.position, c.prefix_code limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => row.prefix_code)
}

/** cohort_start for the next so many cohorts; each with keys and cohort_course. Bounded, as the planner cannot know that most of them are it */
export async function soonestCodes(
  db: Db,
  seen: Seen,
  { among, limit }: { among: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ prefix_code: string }>`
    select c.prefix_code from (select c.prefix_code, s.starts_at, s.course_code
      from cohort s join course c on c.prefix_code = s.prefix_code
      where s.state <> 'cancelled' and s.starts_at > ${seen.now} and ${listed(seen)}
      order by s.starts_at, s.course_code limit ${among}) as c
    where c.course_code = ${nextCohort(seen, 'course_code')}
    order by c.starts_at, c.course_code limit ${limit}`.execute(db)
  return rows.map((row) => row.prefix_code)
}

/** course_listed, as far as needed; each with cohort_course. What a seat can be had in now */
export async function openCodes(db: Db, seen: Seen, limit: number): Promise<string[]> {
  const { rows } = await sql<{ prefix_code: string }>`select c.prefix_code from course c where ${listed(seen)}
    and exists (select from cohort r where r.prefix_code = c.prefix_code and r.state = 'open' and ${isAhead(seen)}
      and (r.capacity is null or r.taken < r.capacity))
    order by c.position, c.prefix_code limit ${limit}`.execute(db)
  return rows.map((row) => row.prefix_code)
}

/** Of the first so many listed, by course_listed; each with cohort_course. What nothing is on sale or full of, to wait for */
export async function awaitedCourses(
  db: Db,
  seen: Seen,
  { among, limit }: { among: number; limit: number },
): Promise<{ code: string; title: string }[]> {
  const { rows } = await sql<{ code: string; title: string }>`
    select c.prefix_code as code, c.title
    from (select * from course c where ${listed(seen)} order by c.position, c.prefix_code limit ${among}) as c
    where not exists (select from cohort r where r.prefix_code = c.prefix_code and r.state = 'open' and ${isAhead(seen)})
    order by c.position, c.prefix_code limit ${limit}`.execute(db)
  return rows
}

/** course_creator_slug, then keys: the creator's own course, besides one */
export async function courseOfCreator(db: Db, slug: string, besides: string, seen: Seen): Promise<string | null> {
  const { rows } = await sql<{ prefix_code: string }>`
    select c.prefix_code from course_creator t join course c on c.prefix_code = t.prefix_code
    where t.creator_slug = ${slug} and t.position = 0 and c.kind = 'course' and c.prefix_code <> ${besides}
      and ${listed(seen)}
    order by c.position, c.prefix_code limit 1`.execute(db)
  return rows[0]?.prefix_code ?? null
}

export type Likely = { code: string; url: string; title: string; instructor: { name: string } }

/** course_words_found, then keys: what has most words that begin as these do */
export async function likelyCourses(db: Db, words: string, seen: Seen, limit: number): Promise<Likely[]> {
  const { rows } = await sql<{ code: string; url: string; title: string; name: string | null }>`
    select c.prefix_code as code, coalesce(p.path, '/c/' || c.prefix_code) as url, c.title, t.name
    from (select prefix_code, ts_rank(words, (select words_like(${words}))) as rank from course_words
      where words @@ (select words_like(${words})) order by rank desc, prefix_code limit ${limit}) as f
    join course c on c.prefix_code = f.prefix_code and ${listed(seen)}
    left join course_page p on p.prefix_code = c.prefix_code and p.position = 0
    left join (course_creator k join creator t on t.slug = k.creator_slug) on k.prefix_code = c.prefix_code and k.position = 0
    order by f.rank desc, c.position, c.prefix_code`.execute(db)
  return rows.map(({ name, ...row }) => ({ ...row, instructor: { name: name ?? '' } }))
}

/** course_listed, each with course_page: a part of all addresses, with the countries that have one of their own */
export async function listedPages(
  db: Db,
  seen: Seen,
  { offset, limit }: Page,
): Promise<{ url: string; markets: string[] }[]> {
  const { rows } = await sql<{ url: string; markets: string[] }>`
    select coalesce(p.path, '/c/' || c.prefix_code) as url,
      coalesce((select array_agg(m ->> 'country') from jsonb_array_elements(c.definition -> 'markets') as m), '{}') as markets
    from (select * from course c where ${listed(seen)} order by c.position, c.prefix_code limit ${limit} offset ${offset}) as c
    left join course_page p on p.prefix_code = c.prefix_code and p.position = 0
    order by c.position, c.prefix_code`.execute(db)
  return rows
}
