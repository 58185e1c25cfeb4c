import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { cohortForCode, courseAtPath, courseCards, courseDefinition, nextDates, offerFor } from './catalogue.ts'
import { importContent } from './import.ts'
import { firstCodes } from './listing.ts'
import { cohortsOnSale } from './offers.ts'
import { calendarOf } from './queries.ts'
import { CourseCard } from './wire.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')
const ALL = ['NG', 'NSPR', 'DAPR', 'MCOM', 'MTIKPR', 'TUCPR', 'DAT', 'MCOM2', 'VFX', 'SND']

let base: TestDatabase
beforeAll(async () => {
  base = await openTestDatabase()
  const imported = await importContent(base, 'content', TODAY)
  expect(imported).toMatchObject({ ok: true })
  await take('NG-2027-01', 1)
  await take('NG-2027-02', 12)
})
afterAll(() => base.close())

type Needs = Parameters<typeof courseCards>[0]
const config = { excludedCourseCodes: ['GIFT', 'GIFTC'], groupTiers: [] }
const deps = (now = TODAY) => ({ db: base.db, clock: () => now, config })

async function take(courseCode: string, taken: number): Promise<void> {
  await base.db.updateTable('cohort').set({ taken }).where('course_code', '=', courseCode).execute()
}

async function card(code: string, zone?: string, now = TODAY) {
  return (await courseCards(deps(now), { codes: [code], zone }))[0]!
}

describe('cards', () => {
  test('all listed courses come in the order of the home page, in the shape that the wire says', async () => {
    const cards = await courseCards(deps(), { codes: await firstCodes(deps(), 99) })
    expect(cards.map((one) => one.coursePrefixCode)).toEqual(ALL)
    for (const one of cards) expect(CourseCard.parse(one)).toEqual(one)
  })

  test('come in asked order, unknown and excluded codes left out', async () => {
    await base.db
      .insertInto('course')
      .values({
        prefix_code: 'GIFTC',
        position: 99,
        kind: 'course',
        delivery_type: 'live',
        title: 'A gift',
        definition: '{}',
      })
      .execute()
    const cards = await courseCards(deps(), { codes: ['VFX', 'ZZZ', 'GIFT', 'GIFTC', 'NG'] })
    expect(cards.map((one) => one.coursePrefixCode)).toEqual(['VFX', 'NG'])
    expect(await firstCodes(deps(), 99)).not.toContain('GIFTC')
    await base.db.deleteFrom('course').where('prefix_code', '=', 'GIFTC').execute()
  })

  test('a course code means that cohort, a prefix code the next one with a seat', async () => {
    expect((await card('NG')).courseCode).toBe('NG-2027-01')
    expect(await card('NG-2027-02')).toMatchObject({
      coursePrefixCode: 'NG',
      courseCode: 'NG-2027-02',
      state: { code: 'full' },
    })
    await take('NG-2027-01', 25)
    expect(await card('NG')).toMatchObject({ courseCode: 'NG-2027-01', state: { code: 'full' } })
    await take('NG-2027-01', 1)
  })
})

describe('what a checkout means by a code', () => {
  test('a course code its own cohort, a prefix code the next, and the last once all are over', async () => {
    expect((await cohortForCode(base.db, 'NG-2027-02', TODAY))?.courseCode).toBe('NG-2027-02')
    expect((await cohortForCode(base.db, 'NG', TODAY))?.courseCode).toBe('NG-2027-01')
    expect((await cohortForCode(base.db, 'MCOM', TODAY))?.courseCode).toBe('MCOM')
    expect(await cohortForCode(base.db, 'SND', TODAY)).toMatchObject({
      courseCode: 'SND-2026-10',
      enrolClosesAt: new Date('2026-10-13T18:00:00Z'),
    })
    expect(await cohortForCode(base.db, 'ZZZ', TODAY)).toBeNull()
  })

  test('an offer belongs to its cohort, and is none once it has expired', async () => {
    expect(await offerFor(base.db, 'NG-2027-01')).toMatchObject({
      offerCode: 'NG-2027-01',
      price: { price: { minor: 39_900, currency: 'USD' }, deposit: { minor: 9_900, currency: 'USD' } },
    })
    expect(await offerFor(base.db, 'NG-2027-01', 'NG-2027-02')).toBeNull()
    await expire('MCOM', new Date(0))
    expect(await offerFor(base.db, 'MCOM')).toBeNull()
    await expire('MCOM', null)
  })

  test('an offer’s own code means its cohort', async () => {
    const offer = { course_code: 'NG-2027-01', position: 1, currency: 'USD', price_minor: 34_900 }
    await base.db
      .insertInto('offer')
      .values({ ...offer, offer_code: 'NG-EARLY' })
      .execute()
    expect((await cohortForCode(base.db, 'NG-EARLY', TODAY))?.courseCode).toBe('NG-2027-01')
    expect((await offerFor(base.db, 'NG-2027-01', 'NG-EARLY'))?.price.price.minor).toBe(34_900)
    expect((await offerFor(base.db, 'NG-2027-01'))?.offerCode).toBe('NG-2027-01')
  })

  test('a path leads to its course, a second path to the same', async () => {
    expect(await courseAtPath(base, '/course/photography')).toBe('DAPR')
    expect(await courseAtPath(base, '/daniel-appiah')).toBe('DAPR')
    expect(await courseAtPath(base, '/nobody')).toBeNull()
  })

  test('a calendar has every session of the cohort', async () => {
    expect(await calendarOf(base.db, 'NG-2027-01')).toHaveLength(8)
  })
})

test.each([[['NG']], [ALL], [[...ALL, 'NG-2027-02', 'ZZZ']]])(
  'six statements, however many codes are asked for, and one more for a whole course (%#)',
  async (codes) => {
    const asks = [
      [6, courseCards],
      [6, (needs: Needs) => nextDates(needs, codes)],
      [7, (needs: Needs) => courseDefinition(needs, codes[0]!)],
      [6, (needs: Needs) => cohortsOnSale(needs, codes[0]!, undefined)],
    ] as const
    for (const [count, ask] of asks) {
      let statements = 0
      const counter: KyselyPlugin = {
        transformQuery: ({ node }) => {
          statements++
          return node
        },
        transformResult: async ({ result }) => result,
      }
      await ask({ ...deps(), db: base.db.withPlugin(counter) }, { codes })
      expect(statements).toBe(count)
    }
  },
)

async function expire(offerCode: string, at: Date | null): Promise<void> {
  await base.db.updateTable('offer').set({ expires_at: at }).where('offer_code', '=', offerCode).execute()
}
