import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_FILTER } from '#domain/catalogue-filter.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { TAKES_CARDS } from '../../../tests/world/takes-cards.ts'
import { getCourseCodeAtPath, getCourseDefinition, listCourseCards, listNextDates } from './catalogue.ts'
import { getCohortForCode, getOfferOfCohort } from './cohort-on-sale.ts'
import {
  getOwnCourseCode,
  listAwaitedCourses,
  listFirstCodes,
  listOpenCodes,
  listSoonestCodes,
  suggestCourses,
} from './listing.ts'
import { getOfferByCode, listCohortsOnSale } from './offers.ts'
import { findListedCodes, type ListingFilter } from './queries/listing.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const config = { excludedCourseCodes: ['GIFT'], groupTiers: [] }
const TABLES = [
  'course',
  'course_search',
  'course_page',
  'course_creator',
  'module',
  'lesson',
  'cohort',
  'cohort_session',
  'offer',
]

let base: TestDatabase
beforeAll(async () => {
  base = await createTestDatabase(1)
  await addMany(10_000)
})
afterAll(() => base.close())

const deps = () => ({ db: base.db, clock: () => NOW, config, gateways: TAKES_CARDS })
const FIFTY = Array.from({ length: 50 }, (_, index) => `M${index * 200 + 1}`)

const listPage = (filter: Partial<ListingFilter>) =>
  findListedCodes(
    base.db,
    { ...NO_FILTER, startsBy: null, ...filter },
    { now: NOW, excluded: ['GIFT'] },
    { offset: 48, limit: 24 },
  )

// Repeats each query often enough that PostgreSQL switches to its cached generic plan.
test.each<[string, () => Promise<unknown>]>([
  ['cards by prefix code', () => listCourseCards(deps(), { codes: FIFTY })],
  ['cards by course code', () => listCourseCards(deps(), { codes: FIFTY.map((code) => `${code}-1`) })],
  ['next dates', () => listNextDates(deps(), FIFTY)],
  ['one course', () => getCourseDefinition(deps(), 'M777')],
  ['the cohorts on sale', () => listCohortsOnSale(deps(), 'M777', undefined)],
  ['an offer', () => getOfferByCode(deps(), 'M777-1', undefined)],
  ['the cohort of a course code', () => getCohortForCode(base.db, 'M777', NOW)],
  ['the cohort of a cohort code', () => getCohortForCode(base.db, 'M777-1', NOW)],
  ['the price of a cohort', () => getOfferOfCohort(base.db, 'M777-1')],
  ['the course of a page', () => getCourseCodeAtPath(deps(), '/many-777')],
  ['a page of the catalogue', () => listPage({})],
  ['a page of one kind', () => listPage({ kind: 'course', delivery: 'live' })],
  ['courses with a word', () => listPage({ q: '777' })],
  ['courses that start within days', () => listPage({ startsBy: new Date('2026-12-21T09:00:00Z') })],
  ['the first courses', () => listFirstCodes(deps(), 24)],
  ['courses that start next', () => listSoonestCodes(deps(), 12)],
  ['open courses', () => listOpenCodes(deps(), 3)],
  ['courses without dates', () => listAwaitedCourses(deps())],
  ['a creator’s own course', () => getOwnCourseCode(deps(), 'many-7', 'M6')],
  ['suggestions for a mistyped address', () => suggestCourses(deps(), '/curse-777')],
])('with ten thousand courses, %s use only indexes', async (_title, runQuery) => {
  const before = await countScans()
  for (let time = 0; time < 12; time++) expect(await runQuery()).toBeTruthy()
  expect(await countScans()).toEqual(before)
})

/** The number of sequential scans of each table. */
async function countScans(): Promise<Record<string, number>> {
  await sql`select pg_stat_force_next_flush()`.execute(base.db)
  await sql`select 1`.execute(base.db)
  const { rows } = await sql<{ relname: string; seq_scan: number }>`
    select relname, seq_scan::int from pg_stat_user_tables where relname = any(${TABLES}) order by relname`.execute(
    base.db,
  )
  return Object.fromEntries(rows.map((row) => [row.relname, row.seq_scan]))
}

async function addMany(count: number): Promise<void> {
  const execute = (statement: ReturnType<typeof sql>) => statement.execute(base.db)
  // Disables triggers, because each row would send a notification.
  await execute(sql`set session_replication_role = replica`)
  await execute(
    sql`insert into creator (slug, name, initials) select 'many-' || n, 'Many', 'M' from generate_series(1, 500) n`,
  )
  await execute(sql`insert into course (course_code, position, kind, delivery_type, title, definition, published_at)
    select 'M' || n, n, 'course', 'live', 'Course ' || n, '{}', now() from generate_series(1, ${count}::int) n`)
  await execute(
    sql`insert into course_creator select 'M' || n, 'many-' || (n % 500 + 1), 0 from generate_series(1, ${count}::int) n`,
  )
  await execute(sql`insert into course_page select '/many-' || n, 'M' || n, 0 from generate_series(1, ${count}::int) n`)
  await execute(sql`insert into cohort (cohort_code, course_code, state, timezone_id, starts_at, ends_at)
    select 'M' || n || '-' || r, 'M' || n, 'open', 'UTC', '2027-01-01'::timestamptz + r * interval '30 days', '2027-02-01'::timestamptz + r * interval '30 days'
    from generate_series(1, ${count}::int) n, generate_series(1, 2) r`)
  await execute(
    sql`insert into module (course_code, key, position, title) select course_code, 'module', 0, 'Module' from course`,
  )
  await execute(sql`insert into lesson (course_code, module_id, key, position, kind, title, summary, minutes, state, content)
    select course_code, id, 'item-' || p, p, 'live', 'Session', 'Summary', 60, 'published', '{}' from module, generate_series(0, 2) p`)
  await execute(sql`insert into cohort_session (cohort_code, position, lesson_id, title, local_start, timezone_id, starts_at, ends_at)
    select cohort_code, lesson.position, lesson.id, 'Session', '2027-01-01 10:00', 'UTC', starts_at, ends_at from cohort join lesson using (course_code)`)
  await execute(
    sql`insert into offer (offer_code, cohort_code, currency, price_minor) select cohort_code, cohort_code, 'USD', 9900 from cohort`,
  )
  await execute(sql`select write_course_search(array(select course_code from course))`)
  await execute(sql`set session_replication_role = origin`)
  await execute(sql`vacuum analyze`)
}
