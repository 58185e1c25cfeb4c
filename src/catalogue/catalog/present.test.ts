import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { TAKES_CARDS } from '../../../tests/world/takes-cards.ts'
import { getCourseDefinition, listCourseCards, listNextDates } from './catalogue.ts'
import { loadDemoSeats } from './files/demo-seats.ts'
import { importContent } from './files/import.ts'
import { CourseDefinition } from './wire.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')
const ALL = ['NG', 'NSPR', 'DAPR', 'MCOM', 'MTIKPR', 'TUCPR', 'DAT', 'MCOM2', 'VFX', 'SND']

let base: TestDatabase
beforeAll(async () => {
  base = await createTestDatabase()
  const imported = await importContent(base, 'content', TODAY)
  expect(imported).toMatchObject({ ok: true })
  for (const { cohortCode, taken, learnerEnrolled } of await loadDemoSeats(base, 'content')) {
    await setTaken(cohortCode, taken + (learnerEnrolled ? 1 : 0))
  }
})
afterAll(() => base.close())

const config = { excludedCourseCodes: ['GIFT', 'GIFTC'], groupTiers: [] }
const deps = (now = TODAY) => ({ db: base.db, clock: () => now, config, gateways: TAKES_CARDS })

async function setTaken(courseCode: string, taken: number): Promise<void> {
  await base.db.updateTable('cohort').set({ taken }).where('cohort_code', '=', courseCode).execute()
}

async function getCard(code: string, zone?: string, now = TODAY) {
  return (await listCourseCards(deps(now), { codes: [code], zone }))[0]!
}

describe('cards', () => {
  test.each([
    { code: 'NG', state: 'open', callToAction: 'enrol', price: 399, before: 499, seats: null, url: '/nina-reyes' },
    {
      code: 'NSPR',
      state: 'few-seats',
      callToAction: 'enrol',
      price: 99,
      before: null,
      seats: 4,
      url: '/noor-siddiqi',
    },
    { code: 'DAPR', state: 'open', callToAction: 'enrol', price: 99, before: null, seats: null, url: '/daniel-appiah' },
    {
      code: 'MCOM',
      state: 'on-demand',
      callToAction: 'enrol',
      price: 49,
      before: null,
      seats: null,
      url: '/mobile-content-creator',
    },
    {
      code: 'MCOM2',
      state: 'open',
      callToAction: 'enrol',
      price: 49,
      before: null,
      seats: null,
      url: '/mika-osei/phone-film-weekend',
    },
    {
      code: 'MTIKPR',
      state: 'full',
      callToAction: 'join-waitlist',
      price: 399,
      before: 499,
      seats: 0,
      url: '/mo-tikaram',
    },
    {
      code: 'TUCPR',
      state: 'open',
      callToAction: 'enrol',
      price: 499,
      before: null,
      seats: null,
      url: '/tala-uy-cruz',
    },
    { code: 'DAT', state: 'on-demand', callToAction: 'enrol', price: 0, before: null, seats: null, url: '/dita-anand' },
    {
      code: 'VFX',
      state: 'coming-soon',
      callToAction: 'notify-me',
      price: 99,
      before: null,
      seats: null,
      url: '/vera-falk',
    },
    {
      code: 'SND',
      state: 'ended',
      callToAction: 'remind-me',
      price: 99,
      before: null,
      seats: null,
      url: '/ines-duarte',
    },
  ])('$code is $state (docs/contract §8)', async ({ code, state, callToAction, price, before, seats, url }) => {
    expect(await getCard(code)).toMatchObject({
      state: { code: state, callToAction: callToAction },
      price,
      beforeDiscountPrice: before,
      discountPrice: null,
      currency: 'USD',
      seatsRemaining: seats,
      url,
      images: { poster: `/art/${code}.svg` },
    })
  })

  test('seats are shown only when ten or fewer are left', async () => {
    await setTaken('DAPR-2027-01', 19)
    expect((await getCard('DAPR')).seatsRemaining).toBeNull()
    await setTaken('DAPR-2027-01', 20)
    expect((await getCard('DAPR')).seatsRemaining).toBe(10)
    await setTaken('DAPR-2027-01', 0)
  })

  test('a discount price is shown and charged exactly until it ends', async () => {
    const ends = new Date(TODAY.getTime() + 86_400_000)
    const set = (minor: number | null, at: Date | null) =>
      base.db
        .updateTable('offer')
        .set({ discount_price_minor: minor, discount_ends_at: at })
        .where('offer_code', '=', 'TUCPR-2027-01')
        .execute()
    await set(44_950, ends)
    expect(await getCard('TUCPR', undefined, new Date(ends.getTime() - 1))).toMatchObject({
      price: 499,
      discountPrice: 449.5,
    })
    expect(await getCard('TUCPR', undefined, ends)).toMatchObject({ price: 499, discountPrice: null })
    await set(null, null)
  })
})

describe('next dates', () => {
  test('are in the requested zone, and name the cohort’s own zone', async () => {
    const { NG } = (await listNextDates(deps(), ['NG'], 'Asia/Manila')).dates
    expect(NG).toMatchObject({
      courseCode: 'NG-2027-01',
      offerCode: 'NG-2027-01',
      startsAt: '2027-01-12T12:00:00.000Z',
      endsAt: '2027-01-30T14:00:00.000Z',
      enrolClosesAt: '2027-01-12T12:00:00.000Z',
      timezoneId: 'Europe/London',
      localDate: '2027-01-12',
      localTime: '20:00',
      utcOffset: '+08:00',
      displayText: 'Tue 12 January 2027, 20:00 Manila time (GMT+8)',
      status: 'open',
    })
    expect(NG!.sessions).toHaveLength(8)
    expect(NG!.sessions[0]).toEqual({
      startsAt: '2027-01-12T12:00:00.000Z',
      endsAt: '2027-01-12T13:30:00.000Z',
      title: 'A film in one sentence',
    })
  })

  test('without a zone are in the cohort’s own zone', async () => {
    expect((await listNextDates(deps(), ['TUCPR'])).dates.TUCPR).toMatchObject({
      localTime: '10:00',
      utcOffset: '+08:00',
      timezoneId: 'Asia/Manila',
    })
  })

  test('are null for unknown and ended courses, and have no day for on-demand and announced courses', async () => {
    const { dates } = await listNextDates(deps(), ['ZZZ', 'SND', 'MCOM', 'VFX'])
    expect(dates.ZZZ).toBeNull()
    expect(dates.SND).toBeNull()
    expect(dates.MCOM).toMatchObject({
      courseCode: 'MCOM',
      startsAt: null,
      localDate: null,
      status: 'open',
      sessions: [],
    })
    expect(dates.VFX).toMatchObject({ startsAt: null, status: 'coming-soon', displayText: 'Dates to be announced' })
  })

  test('move on to the next cohort when enrolment has closed', async () => {
    const started = new Date('2027-01-12T12:00:00Z')
    expect((await listNextDates(deps(started), ['NG'])).dates.NG).toMatchObject({
      courseCode: 'NG-2027-02',
      status: 'full',
    })
    expect((await listNextDates(deps(new Date('2027-02-08T09:00:00Z')), ['NG'])).dates.NG).toMatchObject({
      courseCode: 'NG-2027-03',
      status: 'coming-soon',
    })
  })
})

describe('the course definition', () => {
  test.each(ALL)('%s matches the response schema', async (code) => {
    const course = await getCourseDefinition(deps(), code, 'America/New_York')
    expect(CourseDefinition.parse(course)).toEqual(course)
    expect(course!.instructors[0]!.name).not.toBe('')
    expect(course!.questions.length).toBeGreaterThan(1)
  })

  test.each([
    ['2027-01-05T11:59:59Z', 100, '2027-01-05T12:00:00.000Z'],
    ['2027-01-05T12:00:00Z', 50, '2027-01-12T12:00:00.000Z'],
  ])('at %s, the refund is %d per cent until %s', async (now, refundPercent, refundUntil) => {
    expect(await getCourseDefinition(deps(new Date(now)), 'NG')).toMatchObject({ refundPercent, refundUntil })
  })

  test('has the dates of its cohort in the curriculum, the deposit and the end of the full refund', async () => {
    const course = (await getCourseDefinition(deps(), 'NG'))!
    expect(course.sessions[0]!.items.find(({ id }) => id === 'light')).toMatchObject({
      id: 'light',
      kind: 'live',
      startsAt: '2027-01-14T12:00:00.000Z',
    })
    expect(course.proSessions[1]).toMatchObject({
      id: 'screening',
      startsAt: '2027-01-30T12:00:00.000Z',
      endsAt: '2027-01-30T14:00:00.000Z',
    })
    expect(course.deposit).toEqual({
      dueNow: { amount: '99.00', currency: 'USD' },
      dueLater: { amount: '300.00', currency: 'USD' },
      dueAt: '2027-01-05T12:00:00.000Z',
    })
    expect([course.refundPercent, course.refundUntil]).toEqual([100, '2027-01-05T12:00:00.000Z'])
    expect(course.cohorts.map((cohort) => [cohort.courseCode, cohort.status])).toEqual([
      ['NG-2027-01', 'open'],
      ['NG-2027-02', 'full'],
      ['NG-2027-03', 'coming-soon'],
    ])
  })

  test('lists the starts of all sessions of each cohort, whatever their hours are', async () => {
    const listMeetingTimes = async () =>
      (await getCourseDefinition(deps(), 'NG'))!.cohorts.map((cohort) => cohort.meetsAt)
    const meetings = await listMeetingTimes()
    expect(meetings.map((starts) => starts.slice(0, 2))).toEqual([
      ['2027-01-12T12:00:00.000Z', '2027-01-14T12:00:00.000Z'],
      ['2027-02-08T09:00:00.000Z', '2027-02-10T09:00:00.000Z'],
      ['2027-03-13T14:00:00.000Z', '2027-03-14T14:00:00.000Z'],
    ])
    for (const starts of meetings) expect(starts).toEqual([...starts].sort())
    const later = sql<Date>`starts_at + interval '1 hour'`
    const thursday = base.db
      .updateTable('cohort_session')
      .where('cohort_code', '=', 'NG-2027-01')
      .where('position', '=', 1)
    await thursday.set({ starts_at: later }).execute()
    expect((await listMeetingTimes())[0]).toEqual(meetings[0]!.with(1, '2027-01-14T13:00:00.000Z'))
    await thursday.set({ starts_at: sql<Date>`starts_at - interval '1 hour'` }).execute()
  })

  test('by cohort code has the dates of that cohort, even after its start', async () => {
    const course = (await getCourseDefinition(deps(new Date('2027-02-10T09:00:00Z')), 'NG-2027-02'))!
    expect(course.sessions[0]!.items.find(({ id }) => id === 'one-sentence')).toMatchObject({
      startsAt: '2027-02-08T09:00:00.000Z',
    })
    expect(course.state.code).toBe('in-progress')
    expect(course.nextDate).toBeNull()
  })

  test('does not show a cancelled cohort', async () => {
    await base.db.transaction().execute(async (tx) => {
      await tx.updateTable('cohort').set({ state: 'cancelled' }).where('cohort_code', '=', 'NG-2027-03').execute()
      await tx.insertInto('cohort_cancellation').values({ cohort_code: 'NG-2027-03', reason: 'Rain' }).execute()
    })
    const course = (await getCourseDefinition(deps(), 'NG'))!
    expect(course.cohorts.map((cohort) => cohort.courseCode)).toEqual(['NG-2027-01', 'NG-2027-02'])
  })

  test('is null for an unknown code', async () => {
    expect(await getCourseDefinition(deps(), 'ZZZ')).toBeNull()
  })
})
