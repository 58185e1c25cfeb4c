import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fresh, type Identity, openIdentity } from '../../../tests/identity.ts'
import { givenCourse } from '../../../tests/selling.ts'

let own: Identity
let course: string
let full: string
beforeAll(async () => {
  own = await openIdentity()
  course = await givenCourse(own.world)
  full = await givenCourse(own.world, { seats: 1 })
  await claimSeats(own.world, full)
})
afterAll(() => own.close())

const failed = (status: number, errorCode: string, message: string, fields?: Record<string, string>) => ({
  status,
  body: { status: 'failed', errorCode, message, requestId: expect.any(String), ...(fields && { fields }) },
})
/** The last seat, taken by somebody who is about to pay. */
async function claimSeats({ db }: Identity['world'], courseCode: string): Promise<void> {
  await db.updateTable('cohort').set({ taken: 1 }).where('course_code', '=', courseCode).execute()
}
const prefix = (code: string) => code.slice(0, -2)
const SUCCESS = { status: 200, body: { status: 'success' } }
const rows = (email: string) => own.world.db.selectFrom('interest').selectAll().where('email', '=', email).execute()

describe('coming-soon-notification and send-curriculum', () => {
  test('are kept once however often they are sent, and answer the same each time', async () => {
    const email = fresh()
    const form = {
      data: { email, name: 'Ana', attribution: { source: 'post', other: 'x' } },
      course,
      courseName: 'ignored',
    }
    for (let time = 0; time < 3; time++) {
      expect(await own.post('coming-soon-notification', form)).toMatchObject(SUCCESS)
      expect(await own.post('send-curriculum', { email, course: prefix(course), courseName: 'x' })).toMatchObject(
        SUCCESS,
      )
    }
    expect((await rows(email)).map(({ kind, prefix_code }) => [kind, prefix_code]).toSorted()).toEqual([
      ['coming-soon', prefix(course)],
      ['curriculum', prefix(course)],
    ])
    expect((await rows(email)).find((row) => row.kind === 'coming-soon')?.attribution).toEqual({ source: 'post' })
  })

  test.each<[object, ReturnType<typeof failed>]>([
    [{ data: {}, course: 'X' }, failed(400, 'FIELD_INVALID', 'Email is required', { email: 'Email is required' })],
    [
      { data: { email: 'ana' }, course: 'X' },
      failed(400, 'FIELD_INVALID', 'Please enter a valid email address', {
        email: 'Please enter a valid email address',
      }),
    ],
    [
      { data: { email: fresh(), phoneNumber: '12' }, course: 'X' },
      failed(400, 'FIELD_INVALID', 'Please check the format of the phone number', {
        phoneNumber: 'Please check the format of the phone number',
      }),
    ],
    [
      { data: { email: fresh(), timezoneId: 'Nowhere' }, course: 'X' },
      failed(400, 'TIMEZONE_INVALID', 'This time zone is not known.'),
    ],
    [{ data: { email: fresh() }, course: 'NOSUCH' }, failed(404, 'COURSE_NOT_FOUND', 'This course is not known.')],
    [{ data: { email: fresh() }, course: 'GIFT' }, failed(404, 'COURSE_NOT_FOUND', 'This course is not known.')],
  ])('%j', async (body, expected) => {
    expect(await own.post('coming-soon-notification', body)).toMatchObject(expected)
  })
})

describe('waitlist', () => {
  test('takes a place in the line of a full cohort, once, and tells the learner which', async () => {
    const emails = [await own.known(), await own.known(), await own.known()]
    for (const email of [...emails, emails[0]!])
      expect(await own.post('waitlist', { email, courseCode: full, partySize: 2 })).toMatchObject({
        status: 200,
        body: { status: 'success', data: { joined: true } },
      })
    for (const [index, email] of emails.entries()) {
      const { body } = await own.api.call('/api/v1/signed-up-info', { headers: await own.as(email) })
      expect(body.data.waitlists).toEqual([{ courseCode: full, position: index + 1 }])
    }
  })

  test('where seats are free says so, with the way to them; a cohort that has begun has no line', async () => {
    expect(await own.post('waitlist', { email: fresh(), courseCode: course })).toMatchObject({
      ...failed(409, 'WAITLIST_NOT_FULL', 'There are seats free: you can enrol at once.'),
      body: { data: { checkoutUrl: expect.stringMatching(/^\/checkout\//) } },
    })
    const begun = await givenCourse(own.world, { startsInDays: -1 })
    expect(await own.post('waitlist', { email: fresh(), courseCode: begun })).toMatchObject({
      status: 409,
      body: { status: 'failed' },
    })
  })

  test.each([0, 7, 'many'])('a party of %j is none', async (partySize) => {
    expect(await own.post('waitlist', { email: fresh(), courseCode: full, partySize })).toMatchObject({
      status: 400,
      body: { status: 'failed', fields: { partySize: expect.any(String) } },
    })
  })
})

describe('course-reminder-list', () => {
  test('is told to the learner, by course code and by prefix code', async () => {
    const email = await own.known()
    const other = await givenCourse(own.world)
    expect(
      await own.post('course-reminder-list', { email, courseCode: course, timezoneId: 'Asia/Manila' }),
    ).toMatchObject(SUCCESS)
    expect(
      await own.post('course-reminder-list', { email, coursePrefixCode: prefix(other), timezoneId: 'UTC' }),
    ).toMatchObject(SUCCESS)
    const { body } = await own.api.call('/api/v1/signed-up-info', { headers: await own.as(email) })
    expect(body.data.reminders).toEqual([prefix(course), prefix(other)].toSorted())
  })

  test('each fault has a code of its own', async () => {
    const gone = await givenCourse(own.world)
    await own.world.db
      .updateTable('course')
      .set({ withdrawn_at: new Date() })
      .where('prefix_code', '=', prefix(gone))
      .execute()
    const email = fresh()
    const cases: [object, ReturnType<typeof failed>][] = [
      [{}, failed(400, 'REMINDER_EMAIL_REQUIRED', 'Email is required')],
      [{ email: '  ', courseCode: course }, failed(400, 'REMINDER_EMAIL_REQUIRED', 'Email is required')],
      [
        { email: 'ana', courseCode: course },
        failed(400, 'REMINDER_EMAIL_INVALID', 'Please enter a valid email address'),
      ],
      [{ email: ['a@b.test'], courseCode: course }, failed(400, 'REMINDER_EMAIL_REQUIRED', 'Email is required')],
      [
        { email, phoneNumber: '12', courseCode: course },
        failed(400, 'REMINDER_PHONE_INVALID', 'Please check the format of the phone number'),
      ],
      [{ email }, failed(404, 'REMINDER_COURSE_NOT_FOUND', 'This course is not known.')],
      [{ email, courseCode: 'NOSUCH' }, failed(404, 'REMINDER_COURSE_NOT_FOUND', 'This course is not known.')],
      [{ email, courseCode: 'GIFTC' }, failed(404, 'REMINDER_COURSE_EXCLUDED', 'There is no reminder for this.')],
      [{ email, courseCode: gone }, failed(409, 'REMINDER_CLOSED', 'This course will not be given again.')],
    ]
    for (const [body, expected] of cases) expect(await own.post('course-reminder-list', body)).toMatchObject(expected)
    expect(await rows(email)).toEqual([])
  })
})
