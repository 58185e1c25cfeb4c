import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { TAKES_CARDS } from '../../../tests/world/takes-cards.ts'
import { getCourseCodeAtPath, getCourseDefinition, listCourseCards, listNextDates } from './catalogue.ts'
import { getCohortForCode, getOfferOfCohort } from './cohort-on-sale.ts'
import { importContent } from './files/import.ts'
import { listFirstCodes } from './listing.ts'
import { listCohortsOnSale } from './offers.ts'
import { listCalendarSessions } from './queries.ts'
import { CourseCard } from './wire.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')
const ALL = ['NG', 'NSPR', 'DAPR', 'MCOM', 'MTIKPR', 'TUCPR', 'DAT', 'MCOM2', 'VFX', 'SND']

let base: TestDatabase
beforeAll(async () => {
  base = await createTestDatabase()
  const imported = await importContent(base, 'content', TODAY)
  expect(imported).toMatchObject({ ok: true })
  await setTaken('NG-2027-01', 1)
  await setTaken('NG-2027-02', 12)
})
afterAll(() => base.close())

type Dependencies = Parameters<typeof listCourseCards>[0]
const config = { excludedCourseCodes: ['GIFT', 'GIFTC'], groupTiers: [] }
const deps = (now = TODAY) => ({ db: base.db, clock: () => now, config, gateways: TAKES_CARDS })

async function setTaken(courseCode: string, taken: number): Promise<void> {
  await base.db.updateTable('cohort').set({ taken }).where('cohort_code', '=', courseCode).execute()
}

async function getCard(code: string, zone?: string, now = TODAY) {
  return (await listCourseCards(deps(now), { codes: [code], zone }))[0]!
}

describe('cards', () => {
  test('all listed courses come in the order of the home page and match the response schema', async () => {
    const cards = await listCourseCards(deps(), { codes: await listFirstCodes(deps(), 99) })
    expect(cards.map((one) => one.coursePrefixCode)).toEqual(ALL)
    for (const one of cards) expect(CourseCard.parse(one)).toEqual(one)
  })

  test('come in the requested order, without unknown and excluded codes', async () => {
    await base.db
      .insertInto('course')
      .values({
        course_code: 'GIFTC',
        position: 99,
        kind: 'course',
        delivery_type: 'live',
        title: 'A gift',
        definition: '{}',
        published_at: new Date(),
      })
      .execute()
    const cards = await listCourseCards(deps(), { codes: ['VFX', 'ZZZ', 'GIFT', 'GIFTC', 'NG'] })
    expect(cards.map((one) => one.coursePrefixCode)).toEqual(['VFX', 'NG'])
    expect(await listFirstCodes(deps(), 99)).not.toContain('GIFTC')
    await base.db.deleteFrom('course').where('course_code', '=', 'GIFTC').execute()
  })

  test('a cohort code selects that cohort, a course code the next one with a seat', async () => {
    expect((await getCard('NG')).courseCode).toBe('NG-2027-01')
    expect(await getCard('NG-2027-02')).toMatchObject({
      coursePrefixCode: 'NG',
      courseCode: 'NG-2027-02',
      state: { code: 'full' },
    })
    await setTaken('NG-2027-01', 25)
    expect(await getCard('NG')).toMatchObject({ courseCode: 'NG-2027-01', state: { code: 'full' } })
    await setTaken('NG-2027-01', 1)
  })
})

describe('the cohort and offer of a checkout code', () => {
  test('a cohort code gives its cohort, a course code the next one, or the last one when all have ended', async () => {
    expect((await getCohortForCode(base.db, 'NG-2027-02', TODAY))?.cohortCode).toBe('NG-2027-02')
    expect((await getCohortForCode(base.db, 'NG', TODAY))?.cohortCode).toBe('NG-2027-01')
    expect((await getCohortForCode(base.db, 'MCOM', TODAY))?.cohortCode).toBe('MCOM')
    expect(await getCohortForCode(base.db, 'SND', TODAY)).toMatchObject({
      cohortCode: 'SND-2026-10',
      enrolClosesAt: new Date('2026-10-13T18:00:00Z'),
    })
    expect(await getCohortForCode(base.db, 'ZZZ', TODAY)).toBeNull()
  })

  test('an offer belongs to its cohort, and is not found once it has expired', async () => {
    expect(await getOfferOfCohort(base.db, 'NG-2027-01')).toMatchObject({
      offerCode: 'NG-2027-01',
      price: { price: { minor: 39_900, currency: 'USD' }, deposit: { minor: 9_900, currency: 'USD' } },
    })
    expect(await getOfferOfCohort(base.db, 'NG-2027-01', 'NG-2027-02')).toBeNull()
    await expire('MCOM', new Date(0))
    expect(await getOfferOfCohort(base.db, 'MCOM')).toBeNull()
    await expire('MCOM', null)
  })

  test('an offer code gives its cohort', async () => {
    const offer = { cohort_code: 'NG-2027-01', position: 1, currency: 'USD', price_minor: 34_900 }
    await base.db
      .insertInto('offer')
      .values({ ...offer, offer_code: 'NG-EARLY' })
      .execute()
    expect((await getCohortForCode(base.db, 'NG-EARLY', TODAY))?.cohortCode).toBe('NG-2027-01')
    expect((await getOfferOfCohort(base.db, 'NG-2027-01', 'NG-EARLY'))?.price.price.minor).toBe(34_900)
    expect((await getOfferOfCohort(base.db, 'NG-2027-01'))?.offerCode).toBe('NG-2027-01')
  })

  test('each path of a course leads to it', async () => {
    expect(await getCourseCodeAtPath(base, '/course/photography')).toBe('DAPR')
    expect(await getCourseCodeAtPath(base, '/daniel-appiah')).toBe('DAPR')
    expect(await getCourseCodeAtPath(base, '/nobody')).toBeNull()
  })

  test('a calendar has every session of the cohort', async () => {
    expect(await listCalendarSessions(base.db, 'NG-2027-01')).toHaveLength(8)
  })
})

test.each([[['NG']], [ALL], [[...ALL, 'NG-2027-02', 'ZZZ']]])(
  'five statements for any number of codes, and one more for a course definition (%#)',
  async (codes) => {
    const queries = [
      [5, listCourseCards],
      [5, (needs: Dependencies) => listNextDates(needs, codes)],
      [6, (needs: Dependencies) => getCourseDefinition(needs, codes[0]!)],
      [5, (needs: Dependencies) => listCohortsOnSale(needs, codes[0]!, undefined)],
    ] as const
    for (const [count, runQuery] of queries) {
      let statements = 0
      const counter: KyselyPlugin = {
        transformQuery: ({ node }) => {
          statements++
          return node
        },
        transformResult: async ({ result }) => result,
      }
      await runQuery({ ...deps(), db: base.db.withPlugin(counter) }, { codes })
      expect(statements).toBe(count)
    }
  },
)

async function expire(offerCode: string, at: Date | null): Promise<void> {
  await base.db.updateTable('offer').set({ expires_at: at }).where('offer_code', '=', offerCode).execute()
}
