import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { courseCards, courseDefinition, nextDates } from './catalogue.ts'
import { demoSeats } from './demo-seats.ts'
import { importContent } from './import.ts'
import { CourseDefinition } from './wire.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')
const ALL = ['NG', 'NSPR', 'DAPR', 'MCOM', 'MTIKPR', 'TUCPR', 'DAT', 'MCOM2', 'VFX', 'SND']

let base: TestDatabase
beforeAll(async () => {
  base = await openTestDatabase()
  const imported = await importContent(base, 'content', TODAY)
  expect(imported).toMatchObject({ ok: true })
  for (const { courseCode, taken, learnerEnrolled } of await demoSeats(base, 'content')) {
    await take(courseCode, taken + (learnerEnrolled ? 1 : 0))
  }
})
afterAll(() => base.close())

const config = { excludedCourseCodes: ['GIFT', 'GIFTC'], groupTiers: [] }
const deps = (now = TODAY) => ({ db: base.db, clock: () => now, config })

async function take(courseCode: string, taken: number): Promise<void> {
  await base.db.updateTable('cohort').set({ taken }).where('course_code', '=', courseCode).execute()
}

async function card(code: string, zone?: string, now = TODAY) {
  return (await courseCards(deps(now), { codes: [code], zone }))[0]!
}

describe('cards', () => {
  test.each([
    { code: 'NG', state: 'open', call: 'enrol', price: 399, before: 499, seats: null, url: '/nina-reyes' },
    { code: 'NSPR', state: 'few-seats', call: 'enrol', price: 99, before: null, seats: 4, url: '/noor-siddiqi' },
    { code: 'DAPR', state: 'open', call: 'enrol', price: 99, before: null, seats: null, url: '/daniel-appiah' },
    {
      code: 'MCOM',
      state: 'on-demand',
      call: 'enrol',
      price: 49,
      before: null,
      seats: null,
      url: '/mobile-content-creator',
    },
    {
      code: 'MCOM2',
      state: 'open',
      call: 'enrol',
      price: 49,
      before: null,
      seats: null,
      url: '/mika-osei/phone-film-weekend',
    },
    { code: 'MTIKPR', state: 'full', call: 'join-waitlist', price: 399, before: 499, seats: 0, url: '/mo-tikaram' },
    { code: 'TUCPR', state: 'open', call: 'enrol', price: 499, before: null, seats: null, url: '/tala-uy-cruz' },
    { code: 'DAT', state: 'on-demand', call: 'enrol', price: 0, before: null, seats: null, url: '/dita-anand' },
    { code: 'VFX', state: 'coming-soon', call: 'notify-me', price: 99, before: null, seats: null, url: '/vera-falk' },
    { code: 'SND', state: 'ended', call: 'remind-me', price: 99, before: null, seats: null, url: '/ines-duarte' },
  ])('$code is $state (contract §8)', async ({ code, state, call, price, before, seats, url }) => {
    expect(await card(code)).toMatchObject({
      state: { code: state, callToAction: call },
      price,
      beforeDiscountPrice: before,
      discountPrice: null,
      currency: 'USD',
      seatsRemaining: seats,
      url,
      images: { poster: `/art/${code}.svg` },
    })
  })

  test('seats are told only when ten or fewer are left', async () => {
    await take('DAPR-2027-01', 19)
    expect((await card('DAPR')).seatsRemaining).toBeNull()
    await take('DAPR-2027-01', 20)
    expect((await card('DAPR')).seatsRemaining).toBe(10)
    await take('DAPR-2027-01', 0)
  })

  test('a lower price is told and charged exactly until it ends', async () => {
    const ends = new Date(TODAY.getTime() + 86_400_000)
    const set = (minor: number | null, at: Date | null) =>
      base.db
        .updateTable('offer')
        .set({ discount_price_minor: minor, discount_ends_at: at })
        .where('offer_code', '=', 'TUCPR-2027-01')
        .execute()
    await set(44_950, ends)
    expect(await card('TUCPR', undefined, new Date(ends.getTime() - 1))).toMatchObject({
      price: 499,
      discountPrice: 449.5,
    })
    expect(await card('TUCPR', undefined, ends)).toMatchObject({ price: 499, discountPrice: null })
    await set(null, null)
  })

  test('students are those of before and those of here', async () => {
    expect((await card('NG')).studentCount).toBe(1127)
    await enrol('NG-2027-01')
    await enrol('NG-2027-02')
    await enrol('NG-2027-03', 'cancelled')
    expect((await card('NG')).studentCount).toBe(1129)
  })
})

describe('next dates', () => {
  test('are told in the asked zone, the class’s own named beside', async () => {
    const { NG } = await nextDates(deps(), ['NG'], 'Asia/Manila')
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
      displayText: 'Tue 12 January 2027, 20:00 in Manila (GMT+8)',
      status: 'open',
    })
    expect(NG!.sessions).toHaveLength(8)
    expect(NG!.sessions[0]).toEqual({
      startsAt: '2027-01-12T12:00:00.000Z',
      endsAt: '2027-01-12T13:30:00.000Z',
      title: 'A film in one sentence',
    })
  })

  test('without a zone are told in the class’s own', async () => {
    expect((await nextDates(deps(), ['TUCPR'])).TUCPR).toMatchObject({
      localTime: '10:00',
      utcOffset: '+08:00',
      timezoneId: 'Asia/Manila',
    })
  })

  test('are null for what is unknown or over, without a day on demand or before there is one', async () => {
    const dates = await nextDates(deps(), ['ZZZ', 'SND', 'MCOM', 'VFX'])
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

  test('go on to the next cohort when enrolment for one has closed', async () => {
    const started = new Date('2027-01-12T12:00:00Z')
    expect((await nextDates(deps(started), ['NG'])).NG).toMatchObject({ courseCode: 'NG-2027-02', status: 'full' })
    expect((await nextDates(deps(new Date('2027-02-08T09:00:00Z')), ['NG'])).NG).toMatchObject({
      courseCode: 'NG-2027-03',
      status: 'coming-soon',
    })
  })
})

describe('the whole definition', () => {
  test.each(ALL)('%s has everything that the wire says', async (code) => {
    const course = await courseDefinition(deps(), code, 'America/New_York')
    expect(CourseDefinition.parse(course)).toEqual(course)
    expect(course!.instructors[0]!.name).not.toBe('')
    expect(course!.questions.length).toBeGreaterThan(1)
  })

  test('has the dates of its cohort in the curriculum, the deposit and until when money comes back', async () => {
    const course = (await courseDefinition(deps(), 'NG'))!
    expect(course.sessions[0]!.items[1]).toMatchObject({
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
    expect(course.refundUntil).toBe('2027-01-05T12:00:00.000Z')
    expect(course.cohorts.map((cohort) => [cohort.courseCode, cohort.status])).toEqual([
      ['NG-2027-01', 'open'],
      ['NG-2027-02', 'full'],
      ['NG-2027-03', 'coming-soon'],
    ])
  })

  test('says on which days each cohort meets, as far as they are at one hour', async () => {
    const told = async () => (await courseDefinition(deps(), 'NG'))!.cohorts.map((cohort) => cohort.meetsAt)
    expect(await told()).toEqual([
      ['2027-01-12T12:00:00.000Z', '2027-01-14T12:00:00.000Z'],
      ['2027-02-08T09:00:00.000Z', '2027-02-10T09:00:00.000Z'],
      ['2027-03-13T14:00:00.000Z', '2027-03-14T14:00:00.000Z'],
    ])
    const later = sql<string>`local_start + interval '1 hour'`
    const thursday = base.db
      .updateTable('cohort_session')
      .where('course_code', '=', 'NG-2027-01')
      .where('position', '=', 1)
    await thursday.set({ local_start: later }).execute()
    expect((await told())[0]).toEqual(['2027-01-12T12:00:00.000Z'])
    await thursday.set({ local_start: sql<string>`local_start - interval '1 hour'` }).execute()
  })

  test('by course code has the dates of that cohort, also once it has begun', async () => {
    const course = (await courseDefinition(deps(new Date('2027-02-10T09:00:00Z')), 'NG-2027-02'))!
    expect(course.sessions[0]!.items[0]).toMatchObject({ startsAt: '2027-02-08T09:00:00.000Z' })
    expect(course.state.code).toBe('in-progress')
    expect(course.nextDate).toBeNull()
  })

  test('does not show a cohort that was called off', async () => {
    await base.db.transaction().execute(async (tx) => {
      await tx.updateTable('cohort').set({ state: 'cancelled' }).where('course_code', '=', 'NG-2027-03').execute()
      await tx.insertInto('cohort_cancellation').values({ course_code: 'NG-2027-03', reason: 'Rain' }).execute()
    })
    const course = (await courseDefinition(deps(), 'NG'))!
    expect(course.cohorts.map((cohort) => cohort.courseCode)).toEqual(['NG-2027-01', 'NG-2027-02'])
  })

  test('is null for what is unknown', async () => {
    expect(await courseDefinition(deps(), 'ZZZ')).toBeNull()
  })
})

async function enrol(courseCode: string, state: 'active' | 'cancelled' = 'active'): Promise<void> {
  const email = `${courseCode.toLowerCase()}@understudy.test`
  const person = await base.db
    .insertInto('person')
    .values({ email, name: 'A learner' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const order = await base.db
    .insertInto('orders')
    .values({
      course_code: courseCode,
      offer_code: courseCode,
      payment_type: 'full',
      seats: 1,
      currency: 'USD',
      subtotal_minor: 0,
      total_minor: 0,
      email,
      name: 'A learner',
      timezone_id: 'Europe/London',
      terms_accepted_at: TODAY,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await base.db
    .insertInto('enrolment')
    .values({ person_id: person.id, course_code: courseCode, order_id: order.id, state })
    .execute()
}
