/**
 * The catalogue's endpoints of docs/contract §4 over HTTP: valid, invalid and missing fields; exact status, code and
 * text.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Catalogue,
  createCatalogue,
  missing,
  notValid,
  TODAY,
  unknownCourse,
  unknownZone,
} from '../../../tests/world/catalogue.ts'
import { courseCardData, courseListByPrefix, courseOffer, nextCourseDate, readCourse } from './wire.ts'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await createCatalogue()
})
afterAll(() => catalogue.close())

const get: Catalogue['get'] = (path) => catalogue.get(path)

const CODES = ['ng', ' NG ', 'Ng-', '-nG', '%20ng-%20']
const CALLS = [
  { path: 'next-course-date?coursePrefixCodes=NG', shape: nextCourseDate.answers[200] },
  { path: 'course-card-data?courseCodes=NG', shape: courseCardData.answers[200] },
  { path: 'courses/NG?', shape: readCourse.answers[200] },
  { path: 'get-course-list-by-prefix?course_prefix_code=NG', shape: courseListByPrefix.answers[200] },
  { path: 'get-course-offer-by-offer-code?course_offer_code=NG-2027-01', shape: courseOffer.answers[200] },
]

describe.each(CALLS)('$path', ({ path, shape }) => {
  test.each(['timezoneId', 'timezone_id'])('uses the zone of %s and matches the response schema', async (name) => {
    const { status, body } = await get(`${path}&${name}=Asia/Kolkata`)
    expect(status).toBe(200)
    expect(shape.parse(body)).toEqual(body)
    expect(JSON.stringify(body)).toContain('Tue 12 January 2027, 17:30 Kolkata time (GMT+5:30)')
  })

  test('uses the cohort’s own zone by default, and accepts a slash at the end of its path', async () => {
    const [before, query] = path.split('?')
    const { status, body } = await get(`${before}/?${query}`)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).toContain('Tue 12 January 2027, 12:00 London time (GMT)')
    expect(JSON.stringify(body)).toContain('"timezoneId":"Europe/London"')
  })

  test.each(['Nowhere/Land', '%2B08:00', 'GMT%2B8', '', 'Asia/Manila%00', '../etc'])(
    'refuses the zone "%s"',
    async (zone) => {
      const response = await get(`${path}&timezoneId=${zone}`)
      expect(response).toMatchObject(zone.includes('%00') ? { status: 400 } : unknownZone)
      expect(response.body.status).toBeUndefined()
    },
  )
})

describe('next-course-date', () => {
  test('gives the exact date data', async () => {
    const { body } = await get('next-course-date?coursePrefixCodes=NSPR&timezoneId=America/New_York')
    expect(body).toEqual({
      data: {
        NSPR: {
          courseCode: 'NSPR-2026-12',
          offerCode: 'NSPR-2026-12',
          startsAt: '2026-12-17T15:00:00.000Z',
          endsAt: '2026-12-17T17:00:00.000Z',
          timezoneId: 'Asia/Karachi',
          localDate: '2026-12-17',
          localTime: '10:00',
          displayText: 'Thu 17 December 2026, 10:00 New York time (GMT-5)',
          utcOffset: '-05:00',
          enrolClosesAt: '2026-12-17T15:00:00.000Z',
          status: 'open',
          sessions: [
            { startsAt: '2026-12-17T15:00:00.000Z', endsAt: '2026-12-17T17:00:00.000Z', title: expect.any(String) },
          ],
        },
      },
    })
  })

  test.each<[string, object]>([
    ['', missing('coursePrefixCodes')],
    ['coursePrefixCodes=', missing('coursePrefixCodes')],
    [`coursePrefixCodes=${codes(51)}`, notValid('coursePrefixCodes')],
    [`coursePrefixCodes=${'X'.repeat(65)}`, { status: 400, body: { errorCode: 'FIELD_INVALID' } }],
    ['coursePrefixCodes=NG&coursePrefixCodes=DAT', notValid('coursePrefixCodes')],
  ])('refuses "%s"', async (query, expected) => {
    const response = await get(`next-course-date?${query}`)
    expect(response).toMatchObject(query === 'coursePrefixCodes=' ? { status: 200, body: { data: {} } } : expected)
  })

  test('accepts fifty codes of maximum length, in any spelling', async () => {
    const { status, body } = await get(`next-course-date?coursePrefixCodes=${codes(50, 60)}`)
    expect([status, Object.keys(body.data).length]).toEqual([200, 50])
    for (const code of CODES)
      expect((await get(`next-course-date?coursePrefixCodes=${code}`)).body.data.NG.courseCode, code).toBe('NG-2027-01')
  })

  test('a cohort code selects its cohort; unknown, ended and undated ones are null', async () => {
    const { body } = await get('next-course-date?coursePrefixCodes=ng-2027-02,ZZZ,SND,GIFT,GIFTC,GIFTC-1')
    expect(body.data).toMatchObject({ 'NG-2027-02': { courseCode: 'NG-2027-02' } })
    for (const code of ['ZZZ', 'SND', 'GIFT', 'GIFTC', 'GIFTC-1']) expect(body.data[code], code).toBeNull()
  })
})

describe('course-card-data', () => {
  test('gives the exact card data', async () => {
    const { body } = await get('course-card-data?courseCodes=ng')
    expect(body.data[0]).toEqual({
      courseCode: 'NG-2027-01',
      coursePrefixCode: 'NG',
      offerCode: 'NG-2027-01',
      url: '/nina-reyes',
      kind: 'course',
      deliveryType: 'live',
      title: 'Mobile filmmaking',
      sectionTitle: 'Mobile filmmaking, shot on the phone you own',
      subtitle: 'A three-minute film of your own, in three weeks',
      instructor: { name: 'Nina Reyes', slug: 'nina-reyes' },
      instructorCount: 1,
      studentCount: 1127,
      images: { poster: '/art/NG.svg', hue: 'vermilion', motif: 'strata', seed: 'NG-5', focal: 16 },
      duration: '3 weeks',
      sessionsCount: 6,
      classTime: 'Tuesdays and Thursdays, 12:00 to 13:30 London time',
      videoTime: '12 hours, recorded',
      price: 399,
      discountPrice: null,
      beforeDiscountPrice: 499,
      discountEndsAt: null,
      priceSubtext: 'Six live sessions and two pro evenings',
      discountText: 'Save $100',
      currency: 'USD',
      benefits: expect.arrayContaining(['Lessons and recordings for a year after the last session, and a certificate']),
      pdfLink: expect.stringMatching(/^\/curriculum\/NG-[0-9a-f]{16}\.pdf$/),
      markets: ['PH'],
      seatsRemaining: null,
      nextDate: expect.objectContaining({ courseCode: 'NG-2027-01', localTime: '12:00' }),
      state: { code: 'open', callToAction: 'enrol' },
      changesAt: '2026-12-24T18:00:00.000Z',
    })
  })

  test('answers for the sites of this installation alone, by any of their names', async () => {
    const own = new URL(catalogue.world.config.publicUrl)
    for (const site of ['', own.hostname, own.host, 'LOCALHOST', '127.0.0.1', '[::1]:3000'])
      expect((await get(`course-card-data/?courseCodes=NG&domainAccess=${site}`)).body.data, site).toHaveLength(1)
    for (const site of ['elsewhere.test', `${own.hostname}.elsewhere.test`, 'x'.repeat(253)])
      expect((await get(`course-card-data/?courseCodes=NG&domainAccess=${site}`)).body.data, site).toEqual([])
    expect(await get(`course-card-data/?courseCodes=NG&domainAccess=${'x'.repeat(254)}`)).toMatchObject({ status: 400 })
  })

  test('keeps the requested order, without unknown and excluded codes; no codes give no cards', async () => {
    const { body } = await get('course-card-data?courseCodes=DAT,GIFT,ZZZ,mcom%20,GIFTC-1,NG-2027-02,NG')
    expect(body.data.map((card: { courseCode: string }) => card.courseCode)).toEqual([
      'DAT',
      'MCOM',
      'NG-2027-02',
      'NG-2027-01',
    ])
    expect((await get('course-card-data?courseCodes=')).body.data).toEqual([])
    expect(await get('course-card-data')).toMatchObject(missing('courseCodes'))
    expect(await get(`course-card-data?courseCodes=${codes(51)}`)).toMatchObject(notValid('courseCodes'))
  })

  test('a course with several teachers names the first and counts all', async () => {
    const { body } = await get('course-card-data?courseCodes=MCOM')
    expect(body.data[0]).toMatchObject({
      instructor: { slug: 'mika-osei' },
      instructorCount: 3,
      deliveryType: 'on-demand',
    })
  })
})

describe('courses/{prefixCode}', () => {
  test('has every field of the contract', async () => {
    const { body } = await get('courses/ng')
    const named =
      'title duration sessions proSessions classTime videoTime instructorCount studentCount price discountPrice beforeDiscountPrice priceSubtext discountText currency benefits courseCode images pdfLink sectionTitle'
    for (const field of named.split(' ')) expect(body.data, field).toHaveProperty(field)
    expect(body.data).toMatchObject({
      requirements: [],
      marketTexts: [{ country: 'PH', sectionTitle: null, testimonials: [{ name: 'Jun Abad' }] }],
    })
  })

  test.each(['ZZZ', 'GIFT', 'giftc', 'GIFTC-1', 'X'.repeat(80), '%00', '__proto__'])(
    '%s is not found',
    async (code) => {
      const response = await get(`courses/${code}`)
      expect(response).toMatchObject(code === '%00' ? { status: 404 } : unknownCourse)
    },
  )

  test.each(CODES.filter((code) => !code.includes(' ')))('%s is NG', async (code) => {
    expect((await get(`courses/${code}`)).body.data.coursePrefixCode).toBe('NG')
  })
})

test('a withdrawn course only has its page: ended, without dates or a call to action', async () => {
  const set = (at: Date | null) =>
    catalogue.world.db.updateTable('course').set({ withdrawn_at: at }).where('course_code', '=', 'TUCPR').execute()
  await set(TODAY)
  const { body } = await get('courses/TUCPR')
  expect(body.data).toMatchObject({ state: { code: 'ended', callToAction: 'none' }, nextDate: null, cohorts: [] })
  expect((await get('next-course-date?coursePrefixCodes=TUCPR')).body.data).toEqual({ TUCPR: null })
  expect(await catalogue.api.post('/api/v1/sign-up-payment-options', { courseCode: 'TUCPR' })).toMatchObject({
    status: 409,
    body: { errorCode: 'ENROLMENT_CLOSED' },
  })
  await set(null)
  expect((await get('courses/TUCPR')).body.data.state.code).toBe('open')
})

function codes(count: number, length = 2): string {
  return Array.from({ length: count }, (_, index) => `C${index}`.padEnd(length, 'X')).join(',')
}
