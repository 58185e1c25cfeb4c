import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIdentityWorld, fresh, type Identity } from '../../../tests/world/identity.ts'
import { givenCourse } from '../../../tests/world/selling.ts'

let identity: Identity
let course: string
let full: string
beforeAll(async () => {
  identity = await createIdentityWorld()
  course = await givenCourse(identity.world)
  full = await givenCourse(identity.world, { seats: 1 })
  await takeLastSeat(identity.world, full)
})
afterAll(() => identity.close())

const failed = (status: number, errorCode: string, message: string, fields?: Record<string, string>) => ({
  status,
  body: { status: 'failed', errorCode, message, requestId: expect.any(String), ...(fields && { fields }) },
})
/** Takes the last seat, as a person in checkout would. */
async function takeLastSeat({ db }: Identity['world'], courseCode: string): Promise<void> {
  await db.updateTable('cohort').set({ taken: 1 }).where('cohort_code', '=', courseCode).execute()
}
const prefix = (code: string) => code.slice(0, -2)
const SUCCESS = { status: 200, body: { status: 'success' } }
const rows = (email: string) =>
  identity.world.db.selectFrom('interest').selectAll().where('email', '=', email).execute()

describe('coming-soon-notification and send-curriculum', () => {
  test('are stored once for any number of requests, and always get the same response', async () => {
    const email = fresh()
    const form = {
      data: { email, name: 'Ana', attribution: { source: 'post', other: 'x' } },
      course,
      courseName: 'ignored',
    }
    for (let time = 0; time < 3; time++) {
      expect(await identity.post('coming-soon-notification', form)).toMatchObject(SUCCESS)
      expect(await identity.post('send-curriculum', { email, course: prefix(course), courseName: 'x' })).toMatchObject(
        SUCCESS,
      )
    }
    expect((await rows(email)).map(({ kind, course_code }) => [kind, course_code]).toSorted()).toEqual([
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
      failed(400, 'TIMEZONE_INVALID', 'We don’t know this time zone.'),
    ],
    [{ data: { email: fresh() }, course: 'NOSUCH' }, failed(404, 'COURSE_NOT_FOUND', 'We couldn’t find this course.')],
    [{ data: { email: fresh() }, course: 'GIFT' }, failed(404, 'COURSE_NOT_FOUND', 'We couldn’t find this course.')],
  ])('%j', async (body, expected) => {
    expect(await identity.post('coming-soon-notification', body)).toMatchObject(expected)
  })
})

describe('waitlist', () => {
  test('joins the waitlist of a full cohort, once, and the learner sees the position once it is confirmed', async () => {
    const emails = [await identity.known(), await identity.known(), await identity.known()]
    for (const email of [...emails, emails[0]!])
      expect(await identity.post('waitlist', { email, courseCode: full, partySize: 2 })).toMatchObject({
        status: 200,
        body: { status: 'success', data: { joined: true } },
      })
    const { db } = identity.world
    const listWaitlists = async (email: string) => {
      const { body } = await identity.api.call('/api/v1/signed-up-info', { headers: await identity.as(email) })
      return body.data.waitlists
    }
    expect(await listWaitlists(emails[0]!)).toEqual([])
    await db.updateTable('waitlist_entry').set({ confirmed_at: new Date() }).where('email', 'in', emails).execute()
    for (const [index, email] of emails.entries())
      expect(await listWaitlists(email)).toEqual([{ courseCode: full, position: index + 1 }])
  })

  test('refuses a cohort with seats available and links to the checkout; a started cohort has no waitlist', async () => {
    expect(await identity.post('waitlist', { email: fresh(), courseCode: course })).toMatchObject({
      ...failed(409, 'WAITLIST_NOT_FULL', 'There are seats available: you can enrol now.'),
      body: { data: { checkoutUrl: expect.stringMatching(/^\/checkout\//) } },
    })
    const started = await givenCourse(identity.world, { startsInDays: -1 })
    expect(await identity.post('waitlist', { email: fresh(), courseCode: started })).toMatchObject({
      status: 409,
      body: { status: 'failed' },
    })
  })

  test.each([0, 7, 'many'])('a party of %j is refused', async (partySize) => {
    expect(await identity.post('waitlist', { email: fresh(), courseCode: full, partySize })).toMatchObject({
      status: 400,
      body: { status: 'failed', fields: { partySize: expect.any(String) } },
    })
  })
})

describe('course-reminder-list', () => {
  test('is shown to the learner, by cohort code and by course code', async () => {
    const email = await identity.known()
    const other = await givenCourse(identity.world)
    expect(
      await identity.post('course-reminder-list', { email, courseCode: course, timezoneId: 'Asia/Manila' }),
    ).toMatchObject(SUCCESS)
    expect(
      await identity.post('course-reminder-list', { email, coursePrefixCode: prefix(other), timezoneId: 'UTC' }),
    ).toMatchObject(SUCCESS)
    const { body } = await identity.api.call('/api/v1/signed-up-info', { headers: await identity.as(email) })
    expect(body.data.reminders).toEqual([prefix(course), prefix(other)].toSorted())
  })

  test('each fault has its own error code', async () => {
    const withdrawn = await givenCourse(identity.world)
    await identity.world.db
      .updateTable('course')
      .set({ withdrawn_at: new Date() })
      .where('course_code', '=', prefix(withdrawn))
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
      [{ email }, failed(404, 'REMINDER_COURSE_NOT_FOUND', 'We couldn’t find this course.')],
      [{ email, courseCode: 'NOSUCH' }, failed(404, 'REMINDER_COURSE_NOT_FOUND', 'We couldn’t find this course.')],
      [
        { email, courseCode: 'GIFTC' },
        failed(404, 'REMINDER_COURSE_EXCLUDED', 'Reminders aren’t available for this course.'),
      ],
      [{ email, courseCode: withdrawn }, failed(409, 'REMINDER_CLOSED', 'This course will not run again.')],
    ]
    for (const [body, expected] of cases)
      expect(await identity.post('course-reminder-list', body)).toMatchObject(expected)
    expect(await rows(email)).toEqual([])
  })
})
