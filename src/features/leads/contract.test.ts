/** The forms of contract §4, row by row, over HTTP: what is missing, what is malformed, and every way to write a code. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consumeLimit } from '#platform/limits.ts'
import { fresh, type Identity, openIdentity } from '../../../tests/identity.ts'
import { givenCourse } from '../../../tests/selling.ts'

let own: Identity
let course: string
let full: string
let gone: string
beforeAll(async () => {
  own = await openIdentity()
  course = await givenCourse(own.world)
  full = await givenCourse(own.world, { seats: 1 })
  gone = await givenCourse(own.world, { seats: 1 })
  const { db } = own.world
  await db.updateTable('cohort').set({ taken: 1 }).where('course_code', 'in', [full, gone]).execute()
  await db
    .updateTable('course')
    .set({ withdrawn_at: new Date() })
    .where('prefix_code', '=', gone.slice(0, -2))
    .execute()
})
afterAll(() => own.close())

const failed = (status: number, errorCode: string, message: string, fields?: Record<string, string>) => ({
  status,
  body: { status: 'failed', errorCode, message, requestId: expect.any(String), ...(fields && { fields }) },
})
const fault = (field: string, sentence: string) => failed(400, 'FIELD_INVALID', sentence, { [field]: sentence })
const noEmail = fault('email', 'Email is required')
const badEmail = fault('email', 'Please enter a valid email address')
const badPhone = fault('phoneNumber', 'Please check the format of the phone number')
const badZone = failed(400, 'TIMEZONE_INVALID', 'This time zone is not known.')
const noCourse = failed(404, 'COURSE_NOT_FOUND', 'This course is not known.')
const email = () => fresh()

/** A field that is a function is made when the row is tried: the courses are not there before. */
type Row = [what: string, body: () => object, expected: object]

describe('coming-soon-notification', () => {
  test.each<Row>([
    [
      'nothing at all',
      () => ({}),
      { status: 400, body: { status: 'failed', fields: { data: 'This is required', course: 'This is required' } } },
    ],
    ['no address', () => ({ data: {}, course }), noEmail],
    ['an empty address', () => ({ data: { email: ' ' }, course }), noEmail],
    ['a malformed address', () => ({ data: { email: 'ana@' }, course }), badEmail],
    ['a list of addresses', () => ({ data: { email: [email()] }, course }), noEmail],
    ['a malformed phone number', () => ({ data: { email: email(), phoneNumber: '12' }, course }), badPhone],
    ['an empty phone number', () => ({ data: { email: email(), phoneNumber: '' }, course }), { status: 200 }],
    ['an unknown zone', () => ({ data: { email: email(), timezoneId: '+08:00' }, course }), badZone],
    ['no course', () => ({ data: { email: email() } }), fault('course', 'This is required')],
    ['a course that is no text', () => ({ data: { email: email() }, course: 7 }), fault('course', 'This is not valid')],
    ['an unknown course', () => ({ data: { email: email() }, course: 'NOSUCH' }), noCourse],
    ['an excluded course', () => ({ data: { email: email() }, course: 'giftc' }), noCourse],
    ['a withdrawn course', () => ({ data: { email: email() }, course: gone }), noCourse],
    [
      'a course in any state',
      () => ({ data: { email: email() }, course: full }),
      { status: 200, body: { status: 'success' } },
    ],
  ])('%s', async (_what, body, expected) => {
    expect(await own.post('coming-soon-notification', body())).toMatchObject(expected)
  })
})

describe('send-curriculum', () => {
  test.each<Row>([
    [
      'nothing at all',
      () => ({}),
      { status: 400, body: { status: 'failed', fields: { email: 'Email is required', course: 'This is required' } } },
    ],
    ['a malformed address', () => ({ email: 'ana', course }), badEmail],
    ['an unknown course', () => ({ email: email(), course: 'NOSUCH' }), noCourse],
    ['an excluded course', () => ({ email: email(), course: 'GIFT' }), noCourse],
    ['a withdrawn course', () => ({ email: email(), course: gone }), noCourse],
    [
      'a good one, fields nobody knows included',
      () => ({ email: email(), course, courseName: 'x', admin: true }),
      { status: 200, body: { status: 'success' } },
    ],
  ])('%s', async (_what, body, expected) => {
    expect(await own.post('send-curriculum', body())).toMatchObject(expected)
  })
})

describe('waitlist', () => {
  test.each<Row>([
    [
      'nothing at all',
      () => ({}),
      {
        status: 400,
        body: { status: 'failed', fields: { email: 'Email is required', courseCode: 'This is required' } },
      },
    ],
    ['no address', () => ({ courseCode: full }), noEmail],
    ['a malformed address', () => ({ email: 'ana@home', courseCode: full }), badEmail],
    ['a malformed phone number', () => ({ email: email(), courseCode: full, phoneNumber: 'call me' }), badPhone],
    ['an unknown zone', () => ({ email: email(), courseCode: full, timezoneId: 'Mars/Olympus' }), badZone],
    [
      'a name that is too long',
      () => ({ email: email(), courseCode: full, name: 'x'.repeat(121) }),
      fault('name', 'Please use a shorter name'),
    ],
    ['an unknown course', () => ({ email: email(), courseCode: 'NOSUCH' }), noCourse],
    ['an excluded course', () => ({ email: email(), courseCode: 'GIFT' }), noCourse],
    ['a withdrawn course', () => ({ email: email(), courseCode: gone }), noCourse],
    [
      'a party of seven',
      () => ({ email: email(), courseCode: full, partySize: 7 }),
      { status: 400, body: { status: 'failed', errorCode: 'FIELD_INVALID' } },
    ],
    [
      'a good one',
      () => ({
        email: email(),
        courseCode: full,
        partySize: 6,
        name: 'Ana',
        phoneNumber: '+63 917 123 4567',
        timezoneId: 'Asia/Manila',
      }),
      { status: 200, body: { status: 'success', data: { joined: true } } },
    ],
  ])('%s', async (_what, body, expected) => {
    expect(await own.post('waitlist', body())).toMatchObject(expected)
  })

  test('free seats are told with the checkout’s address, by prefix code too', async () => {
    const expected = failed(409, 'WAITLIST_NOT_FULL', 'There are seats free: you can enrol at once.')
    for (const courseCode of [course, course.slice(0, -2)])
      expect(await own.post('waitlist', { email: email(), courseCode })).toMatchObject({
        ...expected,
        body: { ...expected.body, data: { checkoutUrl: `/checkout/${course}` } },
      })
  })
})

describe('a code is the same in any case, with spaces and hyphens at its ends, and as a prefix code', () => {
  test.each<[string, (code: string) => string]>([
    ['in lower case', (code) => code.toLowerCase()],
    ['with spaces', (code) => `  ${code} `],
    ['with hyphens', (code) => `-${code}--`],
    ['as a prefix code', (code) => code.slice(0, -2)],
    ['as a prefix code in lower case', (code) => ` ${code.slice(0, -2).toLowerCase()}-`],
  ])('%s', async (_how, write) => {
    const forms: [string, object][] = [
      ['coming-soon-notification', { data: { email: email() }, course: write(full) }],
      ['send-curriculum', { email: email(), course: write(full) }],
      ['waitlist', { email: email(), courseCode: write(full) }],
      ['course-reminder-list', { email: email(), courseCode: write(full), timezoneId: 'UTC' }],
      ['course-reminder-list', { email: email(), coursePrefixCode: write(full), timezoneId: 'UTC' }],
    ]
    for (const [path, body] of forms)
      expect(await own.post(path, body), path).toMatchObject({ status: 200, body: { status: 'success' } })
  })
})

test('course-reminder-list asks for a course, and refuses a zone and a name that are none', async () => {
  const given = { email: email(), courseCode: course }
  expect(await own.post('course-reminder-list', { ...given, timezoneId: 'Nowhere' })).toMatchObject(badZone)
  expect(await own.post('course-reminder-list', { ...given, name: ' ' })).toMatchObject(
    fault('name', 'Name is required'),
  )
  expect(await own.post('course-reminder-list', { email: email(), courseCode: '' })).toMatchObject(
    failed(404, 'REMINDER_COURSE_NOT_FOUND', 'This course is not known.'),
  )
})

test('two hundred forms an hour from one address are enough for any of them', async () => {
  while (!(await consumeLimit(own.world.db, 'mailFromHere', '127.0.0.1')));
  const forms: [string, object][] = [
    ['coming-soon-notification', { data: { email: email() }, course }],
    ['send-curriculum', { email: email(), course }],
    ['waitlist', { email: email(), courseCode: full }],
    ['course-reminder-list', { email: email(), courseCode: course, timezoneId: 'UTC' }],
  ]
  for (const [path, body] of forms) {
    const told = await own.post(path, body)
    expect(told, path).toMatchObject(failed(429, 'RATE_LIMITED', 'Too many attempts. Please wait a little.'))
    expect(Number(told.headers.get('retry-after')), path).toBeGreaterThan(0)
  }
})
