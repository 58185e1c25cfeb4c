import fc from 'fast-check'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CatalogueFilter, NO_FILTER } from '#domain/catalogue-filter.ts'
import { type Cohort, courseState, nextCohort } from '#domain/course.ts'
import type { Db } from '#platform/db/db.ts'
import { type Catalogue, openCatalogue, TODAY } from '../../../tests/catalogue.ts'
import { homeCourses } from '../storefront/home-courses.ts'
import { cardsNear } from '../storefront/nearest.ts'
import { awaited, firstCodes, likely, listCourses, openNow, PAGE_SIZE, soonest } from './listing.ts'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await openCatalogue()
})
afterAll(() => catalogue.close())

const list = (filter: Partial<CatalogueFilter>, page = 1) =>
  listCourses(catalogue.world, { ...NO_FILTER, ...filter }, page)
const codes = async (q: string) => (await list({ q })).codes

test.each([
  ['words in any order, without accents', 'DUARTE ines', ['SND']],
  ['the beginnings of words', 'film mob', ['NG']],
  ['accents typed as signs of their own', 'Ine\u0302s', ['SND']],
  ['a teacher who is not the first', 'mika', ['MCOM', 'MCOM2']],
  ['a word that is not there beside one that is', 'film cooking', []],
  ['signs alone', '&|!', []],
  ['signs of a search language around a word', "'film':* & !(x", []],
])('%s: "%s" finds %j', async (_what, q, found) => {
  expect(await codes(q)).toEqual(found)
})

test('a search is by words that a course has at the time: a new title, teacher or name is found at once, an old one no more', async () => {
  const { db } = catalogue.world
  await sql`update course set title = 'Łódź in the rain', definition = definition - 'sectionTitle' where prefix_code = 'VFX'`.execute(
    db,
  )
  expect([await codes('lodz'), await codes('vfx')]).toEqual([['VFX'], []])
  await sql`update creator set name = 'Søren Straße' where slug = 'vera-falk'`.execute(db)
  expect([await codes('soren strasse'), await codes('falk')]).toEqual([['VFX'], []])
  await sql`update course_creator set creator_slug = 'nina-reyes' where prefix_code = 'VFX'`.execute(db)
  expect([await codes('lodz reyes'), await codes('soren')]).toEqual([['VFX'], []])
  await sql`update course set title = '写真講座' where prefix_code = 'VFX'`.execute(db)
  expect(await codes('講座')).toEqual(['VFX'])
})

test('the count is of all that is found, and a page past the last is the last', async () => {
  const { db } = catalogue.world
  await sql`insert into course (prefix_code, position, kind, delivery_type, title, definition)
    select 'P' || n, 100 + n / 2, 'workshop', 'live', 'Pottery', '{}' from generate_series(1, ${PAGE_SIZE * 2}::int) n`.execute(
    db,
  )
  const pages = await Promise.all([1, 2, 3, 99].map((page) => list({ q: 'pottery', kind: 'workshop' }, page)))
  expect(pages.map(({ page, pages, found, all, from }) => [page, pages, found, all, from])).toEqual([
    [1, 2, 48, 58, 1],
    [2, 2, 48, 58, 25],
    [2, 2, 48, 58, 25],
    [2, 2, 48, 58, 25],
  ])
  expect(new Set(pages.slice(0, 2).flatMap((page) => page.codes)).size).toBe(48)
  expect(await list({ q: 'pottery', delivery: 'on-demand' }, 7)).toMatchObject({
    codes: [],
    found: 0,
    page: 1,
    pages: 1,
  })
  await sql`delete from course where title = 'Pottery'`.execute(db)
})

test.each<[string, number, (needs: Catalogue['world']) => Promise<unknown>]>([
  ['a home page', 10, (needs) => homeCourses(needs, NO_FILTER, 1)],
  ['a question', 11, (needs) => homeCourses(needs, { ...NO_FILTER, q: 'film' }, 2)],
  ['a page that is not there', 8, (needs) => cardsNear(needs, '/nina-reys')],
  ['what a closed page leads on to', 1, (needs) => openNow(needs, 3)],
])('%s costs %i statements', async (_what, count, ask) => {
  let statements = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await ask({ ...catalogue.world, db: catalogue.world.db.withPlugin(counter) })
  expect(statements).toBe(count)
})

const DAY = 86_400_000
const moment = fc.option(fc.integer({ min: -40, max: 120 }).map((days) => new Date(TODAY.getTime() + days * DAY)))
const randomCohort = fc
  .record({
    state: fc.constantFrom('announced' as const, 'open' as const, 'cancelled' as const),
    capacity: fc.option(fc.integer({ min: 1, max: 3 })),
    taken: fc.integer({ min: 0, max: 3 }),
    startsAt: moment,
    days: fc.integer({ min: 1, max: 30 }),
    enrolClosesAt: moment,
  })
  .map(({ days, ...one }) => ({
    ...one,
    taken: Math.min(one.taken, one.capacity ?? 3),
    endsAt: one.startsAt && new Date(one.startsAt.getTime() + days * DAY),
  }))

test('whatever cohorts there are, the database chooses as the rule of the domain does', async () => {
  const { db } = catalogue.world
  await db
    .deleteFrom('course')
    .where('prefix_code', 'in', await emptied(db))
    .execute()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(randomCohort, { maxLength: 4 }), { minLength: 5, maxLength: 20 }),
      async (given) => {
        const courses = given.map((cohorts, at) => ({
          code: `R${at}`,
          cohorts: cohorts.map((one, index): Cohort => ({ ...one, courseCode: `R${at}-${index}` })),
        }))
        await write(db, courses)
        const by = (isIt: (cohorts: Cohort[]) => boolean) =>
          courses.filter(({ cohorts }) => isIt(cohorts)).map(({ code }) => code)
        const call = (cohorts: Cohort[]) => courseState(cohorts, 'live', TODAY).callToAction
        const startOf = (cohorts: Cohort[]) => nextCohort(cohorts, TODAY)?.startsAt?.getTime() ?? Number.NaN

        expect(await firstCodes(catalogue.world, 99)).toEqual(courses.map(({ code }) => code))
        expect(await openNow(catalogue.world, 99)).toEqual(by((cohorts) => call(cohorts) === 'enrol'))
        const waiting = (await awaited(catalogue.world)).map(({ code }) => code)
        expect(waiting).toEqual(by((cohorts) => call(cohorts) === 'notify-me' || call(cohorts) === 'remind-me'))
        const now = TODAY.getTime()
        const within = (await list({ when: '30' })).codes
        expect(within).toEqual(by((cohorts) => startOf(cohorts) >= now && startOf(cohorts) <= now + 30 * DAY))
        const starts = (await soonest(catalogue.world, 99)).map((code) =>
          startOf(courses.find((one) => one.code === code)!.cohorts),
        )
        expect(starts).toEqual(
          courses
            .map(({ cohorts }) => startOf(cohorts))
            .filter((at) => at > now)
            .sort((a, b) => a - b),
        )
      },
    ),
    { numRuns: 60 },
  )
})

test('what an address may have meant is what has most of its words, and nothing is made of signs', async () => {
  const { db } = catalogue.world
  await write(
    db,
    ['Water colours', 'Oil colours', 'Water for plants', 'Poems'].map((title, at) => ({
      code: `R${at}`,
      title,
      cohorts: [],
    })),
  )
  const found = async (path: string) => (await likely(catalogue.world, path)).map(({ code }) => code)
  expect((await found('/watercolours-oil')).slice(0, 1)).toEqual(['R0'])
  expect(await found('/water/colors')).toEqual(['R0', 'R1', 'R2'])
  expect(await found('///%')).toEqual([])
  expect(await cardsNear(catalogue.world, `/${'\0'.repeat(3)}`)).toHaveLength(3)
})

/** All that the demo has, without what hangs on it. */
async function emptied(db: Db): Promise<string[]> {
  await sql`truncate cohort, offer, cohort_session cascade`.execute(db)
  return (await db.selectFrom('course').select('prefix_code').execute()).map((row) => row.prefix_code)
}

async function write(db: Db, courses: { code: string; title?: string; cohorts: Cohort[] }[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from cohort_cancellation`.execute(tx)
    await sql`delete from cohort`.execute(tx)
    await sql`delete from course`.execute(tx)
  })
  const shared = { kind: 'course', delivery_type: 'live', definition: '{}' } as const
  const rows = courses.map(({ code, title = code }, position) => ({ ...shared, prefix_code: code, position, title }))
  await db.insertInto('course').values(rows).execute()
  const cohorts = courses.flatMap(({ code, cohorts }) =>
    cohorts.map(({ courseCode, startsAt, endsAt, enrolClosesAt, ...one }) => ({
      ...one,
      prefix_code: code,
      course_code: courseCode,
      timezone_id: 'UTC',
      starts_at: startsAt,
      ends_at: endsAt,
      enrol_closes_at: enrolClosesAt,
    })),
  )
  const cancelled = cohorts.filter(({ state }) => state === 'cancelled')
  await db.transaction().execute(async (tx) => {
    if (cohorts.length > 0) await tx.insertInto('cohort').values(cohorts).execute()
    for (const { course_code } of cancelled)
      await tx.insertInto('cohort_cancellation').values({ course_code, reason: 'Rain' }).execute()
  })
}
