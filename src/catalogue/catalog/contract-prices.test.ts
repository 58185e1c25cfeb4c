/**
 * The catalogue's endpoints of docs/contract §5 over HTTP: valid, invalid and missing fields; exact status, code and
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
  unknownOffer,
} from '../../../tests/world/catalogue.ts'
import { getLocalPricing } from './wire/local-pricing.ts'

let catalogue: Catalogue
beforeAll(async () => {
  catalogue = await createCatalogue()
})
afterAll(() => catalogue.close())

const get: Catalogue['get'] = (path) => catalogue.get(path)

describe('get-course-list-by-prefix', () => {
  test('gives the exact cohort data, open cohorts first', async () => {
    const { body } = await get('get-course-list-by-prefix?course_prefix_code=ng&timezone_id=Asia/Manila')
    expect(body.data.map((cohort: { courseCode: string }) => cohort.courseCode)).toEqual([
      'NG-2027-01',
      'NG-2027-02',
      'NG-2027-03',
    ])
    expect(body.data[0]).toEqual({
      courseCode: 'NG-2027-01',
      offerCode: 'NG-2027-01',
      title: 'Mobile filmmaking',
      startsAt: '2027-01-12T12:00:00.000Z',
      endsAt: '2027-01-30T14:00:00.000Z',
      displayText: 'Tue 12 January 2027, 20:00 Manila time (GMT+8)',
      timezoneId: 'Europe/London',
      seatsRemaining: null,
      status: 'open',
      price: 399,
      discountPrice: null,
      currency: 'USD',
    })
  })

  test.each<[string, object]>([
    ['course_prefix_code=ZZZ', unknownCourse],
    ['course_prefix_code=GIFT', unknownCourse],
    ['course_prefix_code=giftc', unknownCourse],
    ['course_prefix_code=', unknownCourse],
    ['', missing('course_prefix_code')],
    [`course_prefix_code=${'X'.repeat(65)}`, notValid('course_prefix_code')],
  ])('refuses "%s"', async (query, expected) => {
    expect(await get(`get-course-list-by-prefix?${query}`)).toMatchObject(expected)
  })
})

describe('get-course-offer-by-offer-code', () => {
  test('gives the exact offer data', async () => {
    const { body } = await get(
      'get-course-offer-by-offer-code?course_offer_code=ng-2027-01-early&timezoneId=Asia/Manila',
    )
    expect(body.data).toEqual({
      courseCode: 'NG-2027-01',
      offerCode: 'NG-2027-01-EARLY',
      title: 'Mobile filmmaking',
      startsAt: '2027-01-12T12:00:00.000Z',
      endsAt: '2027-01-30T14:00:00.000Z',
      displayText: 'Tue 12 January 2027, 20:00 Manila time (GMT+8)',
      timezoneId: 'Europe/London',
      seatsRemaining: null,
      status: 'open',
      price: 349,
      discountPrice: 299.5,
      currency: 'USD',
      deposit: { amount: '49.00', currency: 'USD' },
      groupTiers: [
        { minFriends: 2, percentOff: 10 },
        { minFriends: 3, percentOff: 15 },
        { minFriends: 4, percentOff: 20 },
      ],
      benefits: expect.any(Array),
      expiresAt: '2026-12-24T18:00:00.000Z',
    })
  })

  test('an excluded course can still be sold; an expired offer is not found', async () => {
    expect((await get('get-course-offer-by-offer-code?course_offer_code=GIFTC-1')).status).toBe(200)
    catalogue.world.clock = () => new Date('2026-12-24T18:00:00Z')
    expect(await get('get-course-offer-by-offer-code?course_offer_code=NG-2027-01-EARLY')).toMatchObject(unknownOffer)
    catalogue.world.clock = () => TODAY
  })

  test.each<[string, object]>([
    ['course_offer_code=NOSUCH', unknownOffer],
    ['course_offer_code=NG', unknownOffer],
    ['course_offer_code=', unknownOffer],
    ['', missing('course_offer_code')],
    [`course_offer_code=${'X'.repeat(65)}`, notValid('course_offer_code')],
  ])('refuses "%s"', async (query, expected) => {
    expect(await get(`get-course-offer-by-offer-code?${query}`)).toMatchObject(expected)
  })
})

describe('get-local-pricing', () => {
  test.each<[string, object]>([
    ['', { conversionMultiplier: 1, data: { currency: 'USD', countryCode: 'US', asOf: null } }],
    [
      'countryCode=ph',
      { conversionMultiplier: 58.4, data: { currency: 'PHP', countryCode: 'PH', asOf: '2026-11-02' } },
    ],
    ['countryCode=PH&isBackConversion=true', { conversionMultiplier: expect.closeTo(1 / 58.4, 6) }],
    ['countryCode=PH&isBackConversion=1', { conversionMultiplier: expect.closeTo(1 / 58.4, 6) }],
    ['countryCode=PH&isBackConversion=false', { conversionMultiplier: 58.4 }],
    ['countryCode=ZZ', { conversionMultiplier: 1 }],
    ['countryCode=Atlantis', { conversionMultiplier: 1 }],
    ['countryCode=', { conversionMultiplier: 1 }],
  ])('answers "%s"', async (query, expected) => {
    const { status, body } = await get(`get-local-pricing?${query}`)
    expect(status).toBe(200)
    expect(getLocalPricing.answers[200].parse(body)).toEqual(body)
    expect(body).toMatchObject(expected)
  })

  test('refuses an unknown direction', async () => {
    expect(await get('get-local-pricing?isBackConversion=perhaps')).toMatchObject(notValid('isBackConversion'))
  })
})
