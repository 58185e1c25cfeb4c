import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mount } from '#http/mount.ts'
import { openWorld, type World } from '../../../tests/world.ts'
import { catalogApi } from './api.ts'
import { importContent } from './import.ts'
import { course, courseCardData, courseListByPrefix, courseOffer, nextCourseDate } from './wire.ts'

const TODAY = new Date('2026-11-21T09:00:00Z')

let world: World
let app: FastifyInstance
beforeAll(async () => {
  world = { ...(await openWorld()), clock: () => TODAY }
  await importContent(world, 'content', TODAY)
  app = fastify()
  mount(app, catalogApi(world), world, async () => null)
})
afterAll(async () => {
  await app.close()
  await world.close()
})

async function get(path: string) {
  const reply = await app.inject(`/api/v1/${path}`)
  return { status: reply.statusCode, body: reply.json() }
}

describe('next-course-date (contract §4)', () => {
  test('answers every code asked for, null where there is nothing', async () => {
    const { status, body } = await get('next-course-date?coursePrefixCodes=NG,ZZZ,SND,MCOM&timezoneId=Asia/Manila')
    expect(status).toBe(200)
    expect(nextCourseDate.answers[200].parse(body)).toEqual(body)
    expect(Object.keys(body.data)).toEqual(['NG', 'ZZZ', 'SND', 'MCOM'])
    expect(body.data).toMatchObject({
      NG: { localTime: '20:00', status: 'open' },
      ZZZ: null,
      SND: null,
      MCOM: { startsAt: null, status: 'open' },
    })
  })

  test.each(['timezoneId', 'timezone_id'])('understands %s', async (name) => {
    const { body } = await get(`next-course-date?coursePrefixCodes=NG&${name}=America/New_York`)
    expect(body.data.NG).toMatchObject({ localTime: '07:00', utcOffset: '-05:00', timezoneId: 'Europe/London' })
  })

  test('without a zone tells the class’s own', async () => {
    expect((await get('next-course-date?coursePrefixCodes=NSPR')).body.data.NSPR).toMatchObject({
      localTime: '20:00',
      utcOffset: '+05:00',
    })
  })

  test.each(['Nowhere/Land', '%2B08:00', ''])('refuses the zone "%s"', async (zone) => {
    const { status, body } = await get(`next-course-date?coursePrefixCodes=NG&timezoneId=${zone}`)
    expect([status, body.errorCode]).toEqual([400, 'TIMEZONE_INVALID'])
  })

  test('compares codes without case, spaces and hyphens at the ends', async () => {
    expect(Object.keys((await get('next-course-date?coursePrefixCodes=%20ng-,,NG')).body.data)).toEqual(['NG'])
  })

  test.each([
    ['none', ''],
    ['51 codes', `coursePrefixCodes=${Array.from({ length: 51 }, (_, index) => `C${index}`).join(',')}`],
    ['a code longer than any', `coursePrefixCodes=${'X'.repeat(65)}`],
  ])('refuses %s', async (_what, query) => {
    const { status, body } = await get(`next-course-date?${query}`)
    expect([status, body.errorCode]).toEqual([400, 'FIELD_INVALID'])
    expect(body.fields).toBeDefined()
  })

  test('a code that is a word of the language is only an unknown code', async () => {
    expect((await get('next-course-date?coursePrefixCodes=__proto__,constructor')).body.data).toEqual({
      __PROTO__: null,
      CONSTRUCTOR: null,
    })
  })
})

describe('course-card-data (contract §4)', () => {
  test('answers in asked order, without unknown and excluded codes, whatever the site', async () => {
    const { status, body } = await get(
      'course-card-data?courseCodes=DAT,GIFT,ZZZ,NG&domainAccess=elsewhere.test&timezone_id=Asia/Manila',
    )
    expect(status).toBe(200)
    expect(courseCardData.answers[200].parse(body)).toEqual(body)
    expect(body.data.map((card: { coursePrefixCode: string }) => card.coursePrefixCode)).toEqual(['DAT', 'NG'])
    expect(body.data[1].nextDate).toMatchObject({ localTime: '20:00' })
  })

  test('refuses an unknown zone', async () => {
    expect((await get('course-card-data?courseCodes=NG&timezone_id=x')).body.errorCode).toBe('TIMEZONE_INVALID')
  })
})

describe('courses/{prefixCode} (contract §4)', () => {
  test('answers the whole definition', async () => {
    const { status, body } = await get('courses/ng?timezoneId=Asia/Manila')
    expect(status).toBe(200)
    expect(course.answers[200].parse(body)).toEqual(body)
    expect(body.data).toMatchObject({ coursePrefixCode: 'NG', instructors: [{ name: 'Nina Reyes' }] })
  })

  test.each(['ZZZ', 'GIFT', 'X'.repeat(80)])('%s is a 404 that says what is not known', async (code) => {
    const { status, body } = await get(`courses/${code}`)
    expect([status, body.errorCode]).toEqual([404, 'COURSE_NOT_FOUND'])
  })
})

describe('get-course-list-by-prefix (contract §5)', () => {
  test('tells every run with its price, those that can be joined first', async () => {
    const { status, body } = await get('get-course-list-by-prefix?course_prefix_code=NG&timezone_id=Asia/Manila')
    expect(status).toBe(200)
    expect(courseListByPrefix.answers[200].parse(body)).toEqual(body)
    const told = body.data.map((run: { status: string; price: number }) => [run.status, run.price])
    expect(told).toEqual([
      ['open', 399],
      ['open', 399],
      ['coming-soon', 399],
    ])
    expect(body.data[0]).toMatchObject({
      offerCode: expect.any(String),
      displayText: expect.stringMatching(/in Manila/),
    })
  })

  test.each([
    ['course_prefix_code=ZZZ', 404, 'COURSE_NOT_FOUND'],
    ['course_prefix_code=GIFT', 404, 'COURSE_NOT_FOUND'],
    ['course_prefix_code=NG&timezone_id=Nowhere', 400, 'TIMEZONE_INVALID'],
    ['', 400, 'FIELD_INVALID'],
  ])('"%s" is refused with %i', async (query, status, errorCode) => {
    expect(await get(`get-course-list-by-prefix?${query}`)).toMatchObject({ status, body: { errorCode } })
  })
})

describe('get-course-offer-by-offer-code (contract §5)', () => {
  test('tells the run, its price, the deposit and the benefits', async () => {
    const [run] = (await get('get-course-list-by-prefix?course_prefix_code=NG')).body.data
    const { status, body } = await get(
      `get-course-offer-by-offer-code?course_offer_code=${run.offerCode.toLowerCase()}`,
    )
    expect(status).toBe(200)
    expect(courseOffer.answers[200].parse(body)).toEqual(body)
    expect(body.data).toMatchObject({ ...run, deposit: { amount: '99.00', currency: 'USD' }, expiresAt: null })
    expect(body.data.benefits.length).toBeGreaterThan(2)
  })

  test('an unknown offer, and one that has expired, are one 404', async () => {
    const [run] = (await get('get-course-list-by-prefix?course_prefix_code=VFX')).body.data
    await world.db
      .updateTable('offer')
      .set({ expires_at: new Date(0) })
      .where('offer_code', '=', run.offerCode)
      .execute()
    for (const code of [run.offerCode, 'NOSUCH'])
      expect(await get(`get-course-offer-by-offer-code?course_offer_code=${code}`)).toMatchObject({
        status: 404,
        body: { errorCode: 'OFFER_NOT_FOUND' },
      })
  })
})
