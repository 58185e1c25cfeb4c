/** The lead forms of docs/contract §4 over HTTP: missing and malformed fields, and every spelling of a code. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consumeLimit } from '#platform/limits.ts'
import { createIdentityWorld, fresh, type Identity } from '../../../tests/world/identity.ts'
import { givenCourse } from '../../../tests/world/selling.ts'

let identity: Identity
let course: string
let full: string
let withdrawn: string
beforeAll(async () => {
  identity = await createIdentityWorld()
  course = await givenCourse(identity.world)
  full = await givenCourse(identity.world, { seats: 1 })
  withdrawn = await givenCourse(identity.world, { seats: 1 })
  const { db } = identity.world
  await db.updateTable('cohort').set({ taken: 1 }).where('cohort_code', 'in', [full, withdrawn]).execute()
  await db
    .updateTable('course')
    .set({ withdrawn_at: new Date() })
    .where('course_code', '=', withdrawn.slice(0, -2))
    .execute()
})
afterAll(() => identity.close())

const failed = (status: number, errorCode: string, message: string, fields?: Record<string, string>) => ({
  status,
  body: { status: 'failed', errorCode, message, requestId: expect.any(String), ...(fields && { fields }) },
})
const fault = (field: string, sentence: string) => failed(400, 'FIELD_INVALID', sentence, { [field]: sentence })
const noEmail = fault('email', 'Email is required')
const badEmail = fault('email', 'Please enter a valid email address')
const badPhone = fault('phoneNumber', 'Please check the format of the phone number')
const badZone = failed(400, 'TIMEZONE_INVALID', 'We don’t know this time zone.')
const noCourse = failed(404, 'COURSE_NOT_FOUND', 'We couldn’t find this course.')
const email = () => fresh()

/** Fields are functions, because the courses do not exist when the rows are declared. */
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
    ['a withdrawn course', () => ({ data: { email: email() }, course: withdrawn }), noCourse],
    [
      'a course in any state',
      () => ({ data: { email: email() }, course: full }),
      { status: 200, body: { status: 'success' } },
    ],
  ])('%s', async (_title, body, expected) => {
    expect(await identity.post('coming-soon-notification', body())).toMatchObject(expected)
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
    ['a withdrawn course', () => ({ email: email(), course: withdrawn }), noCourse],
    [
      'a valid request with unknown fields',
      () => ({ email: email(), course, courseName: 'x', admin: true }),
      { status: 200, body: { status: 'success' } },
    ],
  ])('%s', async (_title, body, expected) => {
    expect(await identity.post('send-curriculum', body())).toMatchObject(expected)
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
    ['a withdrawn course', () => ({ email: email(), courseCode: withdrawn }), noCourse],
    [
      'a party of seven',
      () => ({ email: email(), courseCode: full, partySize: 7 }),
      { status: 400, body: { status: 'failed', errorCode: 'FIELD_INVALID' } },
    ],
    [
      'a valid request',
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
  ])('%s', async (_title, body, expected) => {
    expect(await identity.post('waitlist', body())).toMatchObject(expected)
  })

  test('with seats available, the response has the checkout address, by course code too', async () => {
    const expected = failed(409, 'WAITLIST_NOT_FULL', 'There are seats available: you can enrol now.')
    for (const courseCode of [course, course.slice(0, -2)])
      expect(await identity.post('waitlist', { email: email(), courseCode })).toMatchObject({
        ...expected,
        body: { ...expected.body, data: { checkoutUrl: `/checkout/${course}` } },
      })
  })
})

describe('a code is accepted in any case, with spaces and hyphens at its ends, and as a course code', () => {
  test.each<[string, (code: string) => string]>([
    ['in lower case', (code) => code.toLowerCase()],
    ['with spaces', (code) => `  ${code} `],
    ['with hyphens', (code) => `-${code}--`],
    ['as a course code', (code) => code.slice(0, -2)],
    ['as a course code in lower case', (code) => ` ${code.slice(0, -2).toLowerCase()}-`],
  ])('%s', async (_title, format) => {
    const forms: [string, object][] = [
      ['coming-soon-notification', { data: { email: email() }, course: format(full) }],
      ['send-curriculum', { email: email(), course: format(full) }],
      ['waitlist', { email: email(), courseCode: format(full) }],
      ['course-reminder-list', { email: email(), courseCode: format(full), timezoneId: 'UTC' }],
      ['course-reminder-list', { email: email(), coursePrefixCode: format(full), timezoneId: 'UTC' }],
    ]
    for (const [path, body] of forms)
      expect(await identity.post(path, body), path).toMatchObject({ status: 200, body: { status: 'success' } })
  })
})

test('course-reminder-list requires a course, and refuses an invalid zone and name', async () => {
  const body = { email: email(), courseCode: course }
  expect(await identity.post('course-reminder-list', { ...body, timezoneId: 'Nowhere' })).toMatchObject(badZone)
  expect(await identity.post('course-reminder-list', { ...body, name: ' ' })).toMatchObject(
    fault('name', 'Name is required'),
  )
  expect(await identity.post('course-reminder-list', { email: email(), courseCode: '' })).toMatchObject(
    failed(404, 'REMINDER_COURSE_NOT_FOUND', 'We couldn’t find this course.'),
  )
})

test('all forms share a limit of two hundred per hour and address', async () => {
  while (!(await consumeLimit(identity.world.db, 'emailPerClient', '127.0.0.1')));
  const forms: [string, object][] = [
    ['coming-soon-notification', { data: { email: email() }, course }],
    ['send-curriculum', { email: email(), course }],
    ['waitlist', { email: email(), courseCode: full }],
    ['course-reminder-list', { email: email(), courseCode: course, timezoneId: 'UTC' }],
  ]
  for (const [path, body] of forms) {
    const response = await identity.post(path, body)
    expect(response, path).toMatchObject(failed(429, 'RATE_LIMITED', 'Too many attempts. Please wait a little.'))
    expect(Number(response.headers.get('retry-after')), path).toBeGreaterThan(0)
  }
})
