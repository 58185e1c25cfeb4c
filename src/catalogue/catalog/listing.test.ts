import fc from 'fast-check'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CatalogueFilter, NO_FILTER } from '#domain/catalogue-filter.ts'
import { type Cohort, getCourseState, getNextCohort } from '#domain/course.ts'
import type { Db } from '#platform/db/db.ts'
import { loadHomeCourses } from '#screens/storefront/catalogue/home-courses.ts'
import { loadSimilarCards } from '#screens/storefront/catalogue/similar-courses.ts'
import { type Catalogue, createCatalogue, TODAY } from '../../../tests/world/catalogue.ts'
import {
  listAwaitedCourses,
  listCourses,
  listFirstCodes,
  listOpenCodes,
  listSoonestCodes,
  PAGE_SIZE,
  suggestCourses,
} from './listing.ts'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await createCatalogue()
})
afterAll(() => catalogue.close())

const list = (filter: Partial<CatalogueFilter>, page = 1) =>
  listCourses(catalogue.world, { ...NO_FILTER, ...filter }, page)
const codes = async (q: string) => (await list({ q })).codes

test.each([
  ['words in any order, without accents', 'DUARTE ines', ['SND']],
  ['the beginnings of words', 'film mob', ['NG']],
  ['accents typed as combining characters', 'Ine\u0302s', ['SND']],
  ['a teacher who is not the first', 'mika', ['MCOM', 'MCOM2']],
  ['an unknown word beside a known one', 'film cooking', []],
  ['punctuation only', '&|!', []],
  ['search operators around a word', "'film':* & !(x", []],
])('%s: "%s" finds %j', async (_title, q, expected) => {
  expect(await codes(q)).toEqual(expected)
})

test('search uses the current words: a new title, teacher or name is found at once, and an old one no longer', async () => {
  const { db } = catalogue.world
  await sql`update course set title = 'Łódź in the rain', definition = definition - 'sectionTitle' where course_code = 'VFX'`.execute(
    db,
  )
  expect([await codes('lodz'), await codes('vfx')]).toEqual([['VFX'], []])
  await sql`update creator set name = 'Søren Straße' where slug = 'vera-falk'`.execute(db)
  expect([await codes('soren strasse'), await codes('falk')]).toEqual([['VFX'], []])
  await sql`update course_creator set creator_slug = 'nina-reyes' where course_code = 'VFX'`.execute(db)
  expect([await codes('lodz reyes'), await codes('soren')]).toEqual([['VFX'], []])
  await sql`update course set title = '写真講座' where course_code = 'VFX'`.execute(db)
  expect(await codes('講座')).toEqual(['VFX'])
})

test('the count covers all matches, and a page past the end is the last page', async () => {
  const { db } = catalogue.world
  await sql`insert into course (course_code, position, kind, delivery_type, title, definition, published_at)
    select 'P' || n, 100 + n / 2, 'workshop', 'live', 'Pottery', '{}', now() from generate_series(1, ${PAGE_SIZE * 2}::int) n`.execute(
    db,
  )
  const pages = await Promise.all([1, 2, 3, 99].map((page) => list({ q: 'pottery', kind: 'workshop' }, page)))
  expect(
    pages.map(({ page, pages, matchCount, totalCount: all, firstNumber: from }) => [
      page,
      pages,
      matchCount,
      all,
      from,
    ]),
  ).toEqual([
    [1, 2, 48, 58, 1],
    [2, 2, 48, 58, 25],
    [2, 2, 48, 58, 25],
    [2, 2, 48, 58, 25],
  ])
  expect(new Set(pages.slice(0, 2).flatMap((page) => page.codes)).size).toBe(48)
  expect(await list({ q: 'pottery', delivery: 'on-demand' }, 7)).toMatchObject({
    codes: [],
    matchCount: 0,
    page: 1,
    pages: 1,
  })
  await sql`delete from course where title = 'Pottery'`.execute(db)
})

test.each<[string, number, (needs: Catalogue['world']) => Promise<unknown>]>([
  ['a home page', 9, (needs) => loadHomeCourses(needs, NO_FILTER, 1)],
  ['a search', 10, (needs) => loadHomeCourses(needs, { ...NO_FILTER, q: 'film' }, 2)],
  ['a missing page', 7, (needs) => loadSimilarCards(needs, '/nina-reys')],
  ['suggestions of a closed page', 1, (needs) => listOpenCodes(needs, 3)],
])('%s costs %i statements', async (_title, count, runQuery) => {
  let statements = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await runQuery({ ...catalogue.world, db: catalogue.world.db.withPlugin(counter) })
  expect(statements).toBe(count)
})

const DAY = 86_400_000
const moment = fc.option(fc.integer({ min: -40, max: 120 }).map((days) => new Date(TODAY.getTime() + days * DAY)))
const randomCohort = fc
  .record({
    state: fc.constantFrom('announced' as const, 'open' as const, 'cancelled' as const),
    capacity: fc.option(fc.integer({ min: 1, max: 3 })),
    taken: fc.integer({ min: 0, max: 3 }),
    waitingParty: fc.option(fc.integer({ min: 1, max: 3 })),
    startsAt: moment,
    days: fc.integer({ min: 1, max: 30 }),
    enrolClosesAt: moment,
  })
  .map(({ days, ...one }) => ({
    ...one,
    taken: Math.min(one.taken, one.capacity ?? 3),
    endsAt: one.startsAt && new Date(one.startsAt.getTime() + days * DAY),
  }))

test('for any cohorts, the database selects the same courses as the domain rules', async () => {
  const { db } = catalogue.world
  await db
    .deleteFrom('course')
    .where('course_code', 'in', await clearCohorts(db))
    .execute()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(randomCohort, { maxLength: 4 }), { minLength: 5, maxLength: 20 }),
      async (cohortLists) => {
        const courses = cohortLists.map((cohorts, at) => ({
          code: `R${at}`,
          cohorts: cohorts.map((one, index): Cohort => ({ ...one, cohortCode: `R${at}-${index}` })),
        }))
        await write(db, courses)
        const by = (matches: (cohorts: Cohort[]) => boolean) =>
          courses.filter(({ cohorts }) => matches(cohorts)).map(({ code }) => code)
        const getCallToAction = (cohorts: Cohort[]) => getCourseState(cohorts, 'live', TODAY).callToAction
        const getStartTime = (cohorts: Cohort[]) => getNextCohort(cohorts, TODAY)?.startsAt?.getTime() ?? Number.NaN

        expect(await listFirstCodes(catalogue.world, 99)).toEqual(courses.map(({ code }) => code))
        expect(await listOpenCodes(catalogue.world, 99)).toEqual(by((cohorts) => getCallToAction(cohorts) === 'enrol'))
        const awaitedCodes = (await listAwaitedCourses(catalogue.world)).map(({ code }) => code)
        expect(awaitedCodes).toEqual(
          by((cohorts) => getCallToAction(cohorts) === 'notify-me' || getCallToAction(cohorts) === 'remind-me'),
        )
        const now = TODAY.getTime()
        const startingCodes = (await list({ when: '30' })).codes
        expect(startingCodes).toEqual(
          by((cohorts) => getStartTime(cohorts) >= now && getStartTime(cohorts) <= now + 30 * DAY),
        )
        const starts = (await listSoonestCodes(catalogue.world, 99)).map((code) =>
          getStartTime(courses.find((one) => one.code === code)!.cohorts),
        )
        expect(starts).toEqual(
          courses
            .map(({ cohorts }) => getStartTime(cohorts))
            .filter((at) => at > now)
            .sort((a, b) => a - b),
        )
      },
    ),
    { numRuns: 60 },
  )
})

test('suggestions for a mistyped address match most of its words, and punctuation alone matches nothing', async () => {
  const { db } = catalogue.world
  await write(
    db,
    ['Water colours', 'Oil colours', 'Water for plants', 'Poems'].map((title, at) => ({
      code: `R${at}`,
      title,
      cohorts: [],
    })),
  )
  const suggest = async (path: string) => (await suggestCourses(catalogue.world, path)).map(({ code }) => code)
  expect((await suggest('/watercolours-oil')).slice(0, 1)).toEqual(['R0'])
  expect(await suggest('/water/colors')).toEqual(['R0', 'R1', 'R2'])
  expect(await suggest('///%')).toEqual([])
  expect(await loadSimilarCards(catalogue.world, `/${'\0'.repeat(3)}`)).toHaveLength(3)
})

/** The codes of all demo courses, after their cohorts and offers are deleted. */
async function clearCohorts(db: Db): Promise<string[]> {
  await sql`truncate cohort, offer, cohort_session, asset cascade`.execute(db)
  return (await db.selectFrom('course').select('course_code').execute()).map((row) => row.course_code)
}

async function write(db: Db, courses: { code: string; title?: string; cohorts: Cohort[] }[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`truncate asset cascade`.execute(tx)
    await sql`delete from cohort_cancellation`.execute(tx)
    await sql`delete from cohort`.execute(tx)
    await sql`delete from course`.execute(tx)
  })
  const shared = { kind: 'course', delivery_type: 'live', definition: '{}', published_at: new Date() } as const
  const rows = courses.map(({ code, title = code }, position) => ({ ...shared, course_code: code, position, title }))
  await db.insertInto('course').values(rows).execute()
  const cohorts = courses.flatMap(({ code, cohorts }) =>
    cohorts.map(({ cohortCode, startsAt, endsAt, enrolClosesAt, waitingParty, ...one }) => ({
      ...one,
      waiting_party: waitingParty,
      course_code: code,
      cohort_code: cohortCode,
      timezone_id: 'UTC',
      starts_at: startsAt,
      ends_at: endsAt,
      enrol_closes_at: enrolClosesAt,
    })),
  )
  const cancelled = cohorts.filter(({ state }) => state === 'cancelled')
  await db.transaction().execute(async (tx) => {
    if (cohorts.length > 0) await tx.insertInto('cohort').values(cohorts).execute()
    for (const { cohort_code } of cancelled)
      await tx.insertInto('cohort_cancellation').values({ cohort_code, reason: 'Rain' }).execute()
  })
}
