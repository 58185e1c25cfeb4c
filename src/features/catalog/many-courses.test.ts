import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_FILTER } from '#domain/catalogue-filter.ts'
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { cohortForCode, courseAtPath, courseCards, courseDefinition, nextDates, offerFor } from './catalogue.ts'
import { awaited, firstCodes, likely, openNow, ownCourse, soonest } from './listing.ts'
import { cohortsOnSale, offerByCode } from './offers.ts'
import { listedCodes, type Wanted } from './queries/listing.ts'

const NOW = new Date('2026-11-21T09:00:00Z')
const config = { excludedCourseCodes: ['GIFT'], groupTiers: [] }
const TABLES = ['course', 'course_words', 'course_page', 'course_creator', 'cohort', 'cohort_session', 'offer']

let base: TestDatabase
beforeAll(async () => {
  base = await openTestDatabase(1)
  await addMany(10_000)
}, 60_000)
afterAll(() => base.close())

const deps = () => ({ db: base.db, clock: () => NOW, config })
const FIFTY = Array.from({ length: 50 }, (_, index) => `M${index * 200 + 1}`)

const page = (asked: Partial<Wanted>) =>
  listedCodes(
    base.db,
    { ...NO_FILTER, startsBy: null, ...asked },
    { now: NOW, excluded: ['GIFT'] },
    { offset: 48, limit: 24 },
  )

// More often than PostgreSQL plans anew: what it settles on for good counts too.
test.each<[string, () => Promise<unknown>]>([
  ['cards by prefix code', () => courseCards(deps(), { codes: FIFTY })],
  ['cards by course code', () => courseCards(deps(), { codes: FIFTY.map((code) => `${code}-1`) })],
  ['next dates', () => nextDates(deps(), FIFTY)],
  ['one course', () => courseDefinition(deps(), 'M777')],
  ['the runs on sale', () => cohortsOnSale(deps(), 'M777', undefined)],
  ['an offer', () => offerByCode(deps(), 'M777-1', undefined)],
  ['what a checkout means by a prefix code', () => cohortForCode(base.db, 'M777', NOW)],
  ['what a checkout means by a course code', () => cohortForCode(base.db, 'M777-1', NOW)],
  ['the price of a cohort', () => offerFor(base.db, 'M777-1')],
  ['the course of a page', () => courseAtPath(deps(), '/many-777')],
  ['a page of the catalogue', () => page({})],
  ['a page of one kind', () => page({ kind: 'course', delivery: 'live' })],
  ['what has a word', () => page({ q: '777' })],
  ['what begins within days', () => page({ startsBy: new Date('2026-12-21T09:00:00Z') })],
  ['the first ones', () => firstCodes(deps(), 24)],
  ['what begins next', () => soonest(deps(), 12)],
  ['what is open', () => openNow(deps(), 3)],
  ['what is waited for', () => awaited(deps())],
  ['a creator’s own course', () => ownCourse(deps(), 'many-7', 'M6')],
  ['what an address may have meant', () => likely(deps(), '/curse-777')],
])('of ten thousand courses, %s is found by index alone', async (_what, ask) => {
  const before = await scans()
  for (let time = 0; time < 12; time++) expect(await ask()).toBeTruthy()
  expect(await scans()).toEqual(before)
})

/** How often each table was read from end to end. */
async function scans(): Promise<Record<string, number>> {
  await sql`select pg_stat_force_next_flush()`.execute(base.db)
  await sql`select 1`.execute(base.db)
  const { rows } = await sql<{ relname: string; seq_scan: number }>`
    select relname, seq_scan::int from pg_stat_user_tables where relname = any(${TABLES}) order by relname`.execute(
    base.db,
  )
  return Object.fromEntries(rows.map((row) => [row.relname, row.seq_scan]))
}

async function addMany(count: number): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(base.db)
  // Nobody listens, and every row would tell.
  await run(sql`set session_replication_role = replica`)
  await run(
    sql`insert into creator (slug, name, initials) select 'many-' || n, 'Many', 'M' from generate_series(1, 500) n`,
  )
  await run(sql`insert into course (prefix_code, position, kind, delivery_type, title, definition)
    select 'M' || n, n, 'course', 'live', 'Course ' || n, '{}' from generate_series(1, ${count}::int) n`)
  await run(
    sql`insert into course_creator select 'M' || n, 'many-' || (n % 500 + 1), 0 from generate_series(1, ${count}::int) n`,
  )
  await run(sql`insert into course_page select '/many-' || n, 'M' || n, 0 from generate_series(1, ${count}::int) n`)
  await run(sql`insert into cohort (course_code, prefix_code, state, timezone_id, starts_at, ends_at)
    select 'M' || n || '-' || r, 'M' || n, 'open', 'UTC', '2027-01-01'::timestamptz + r * interval '30 days', '2027-02-01'::timestamptz + r * interval '30 days'
    from generate_series(1, ${count}::int) n, generate_series(1, 2) r`)
  await run(sql`insert into cohort_session (course_code, position, item_id, title, local_start, timezone_id, starts_at, ends_at)
    select course_code, p, 'item-' || p, 'Session', '2027-01-01 10:00', 'UTC', starts_at, ends_at from cohort, generate_series(0, 2) p`)
  await run(
    sql`insert into offer (offer_code, course_code, currency, price_minor) select course_code, course_code, 'USD', 9900 from cohort`,
  )
  await run(sql`select write_course_words(array(select prefix_code from course))`)
  await run(sql`set session_replication_role = origin`)
  await run(sql`vacuum analyze`)
}
