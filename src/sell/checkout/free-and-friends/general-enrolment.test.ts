import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { createIdentityWorld, fresh, type Identity } from '../../../../tests/world/identity.ts'
import { givenCourse } from '../../../../tests/world/selling.ts'
import { checkoutJobs } from '../jobs.ts'

let own: Identity
let priced: string
beforeAll(async () => {
  own = await createIdentityWorld()
  await own.world.jobs.work(checkoutJobs(own.world))
  priced = await givenCourse(own.world)
})
afterAll(() => own.close())

const bodyFor = (courseCode: string, email: string | undefined, more: object = {}) => ({
  courseCode,
  name: 'Ana Cruz',
  ...(email && { email }),
  timezoneId: 'Asia/Manila',
  consent: { terms: true },
  ...more,
})
const send = (body: object, headers: Record<string, string> = {}) =>
  own.post('general-enrolment', body, { 'idempotency-key': randomUUID(), ...headers })
const rows = (email: string) =>
  own.world.db.selectFrom('general_enrolment').selectAll().where('email', '=', email).execute()
const prefix = (courseCode: string) => courseCode.slice(0, -2)
const became = (outcome: string, more: object = {}) => ({
  status: 200,
  body: { status: 'success', data: { outcome, ...more } },
})

describe('general-enrolment (docs/contract §4): the outcome depends on the state of the course', () => {
  test('free: enrolled, and a guest confirms by e-mail', async () => {
    const free = await givenCourse(own.world, { priceMinor: 0 })
    const email = fresh()
    const response = await send(bodyFor(free, email))
    expect(response).toMatchObject(
      became('enrolled', {
        orderId: expect.any(String),
        portalUrl: getRoomPath(free.slice(0, -2)),
        access: 'confirm-email',
      }),
    )
    expect((await own.mailTo(email)).subject).toContain('Confirm your place')
    expect(await rows(email)).toMatchObject([
      { outcome: 'enrolled', cohort_code: free, order_id: response.body.data.orderId },
    ])
  })

  test('paid: a draft whose URL opens the checkout, holds no seat and names nobody', async () => {
    const email = fresh()
    const more = { seats: 3, friends: [{ email: 'Ben@Understudy.test' }], answers: { goal: 'a film' } }
    const response = await send(bodyFor(prefix(priced).toLowerCase(), email, more))
    expect(response).toMatchObject(
      became('checkout', { checkoutUrl: expect.stringContaining(`/checkout/${priced}?draft=`) }),
    )
    const [row] = await rows(email)
    expect(row).toMatchObject({ seats: 3, friends: [{ email: 'ben@understudy.test' }], answers: { goal: 'a film' } })

    const draft = await own.api.call(`/api/v1/drafts/${response.body.data.checkoutUrl.split('draft=')[1]}`)
    expect(draft).toMatchObject({ status: 200, body: { data: { courseCode: priced, offerCode: priced, seats: 3 } } })
    expect(JSON.stringify([draft.body, response.body])).not.toContain(email)
    const cohort = own.world.db.selectFrom('cohort').select('taken').where('cohort_code', '=', priced)
    expect((await cohort.executeTakeFirst())?.taken).toBe(0)
    for (const id of [randomUUID(), 'x'])
      expect(await own.api.call(`/api/v1/drafts/${id}`)).toMatchObject({ body: { errorCode: 'ORDER_NOT_FOUND' } })
  })

  test('full: on the waitlist; more seats than are left: refused with the number left', async () => {
    const full = await givenCourse(own.world, { seats: 1 })
    const two = await send(bodyFor(full, fresh(), { seats: 2 }))
    expect(two).toMatchObject({
      status: 409,
      body: { status: 'failed', errorCode: 'SEATS_TAKEN', data: { seatsRemaining: 1 } },
    })
    await own.world.db.updateTable('cohort').set({ taken: 1 }).where('cohort_code', '=', full).execute()
    const email = await own.known()
    expect(await send(bodyFor(full, email, { seats: 8 }))).toMatchObject(became('waitlisted'))
    const entries = own.world.db.updateTable('waitlist_entry').where('email', '=', email)
    await entries.set({ confirmed_at: new Date() }).execute()
    const info = await own.api.call('/api/v1/signed-up-info', { headers: await own.as(email) })
    expect(info.body.data.waitlists).toEqual([{ courseCode: full, position: 1 }])
  })

  test.each<[string, Parameters<typeof givenCourse>[1], string]>([
    ['not open yet', { state: 'announced' }, 'coming-soon'],
    ['begun', { startsInDays: -1 }, 'reminder'],
  ])('%s: received, and on the list', async (_why, cohort, kind) => {
    const course = await givenCourse(own.world, cohort)
    const email = fresh()
    expect(await send(bodyFor(course, email))).toMatchObject(became('received'))
    const interestQuery = own.world.db.selectFrom('interest').select(['kind', 'course_code']).where('email', '=', email)
    expect(await interestQuery.execute()).toEqual([{ kind, course_code: prefix(course) }])
  })

  test('a signed-in person is enrolled by their profile, and told about an existing enrolment', async () => {
    const free = await givenCourse(own.world, { priceMinor: 0 })
    const email = await own.known()
    const headers = await own.as(email)
    expect(await send(bodyFor(free, 'other@understudy.test'), headers)).toMatchObject(
      became('enrolled', { access: 'open' }),
    )
    expect(await rows(email)).toHaveLength(1)
    expect(await send(bodyFor(free, undefined), headers)).toMatchObject({
      status: 409,
      body: { status: 'failed', errorCode: 'ALREADY_ENROLLED' },
    })
  })

  test('a guest’s repeated request gets the first response; one idempotency key is one request', async () => {
    const email = fresh()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await send(bodyFor(priced, email), headers)
    expect((await send(bodyFor(priced, email), headers)).body).toEqual(first.body)
    expect(await rows(email)).toHaveLength(1)
    expect(await send(bodyFor(priced, email))).toMatchObject(became('checkout'))
  })
})

const fault = (name: string, sentence: string) => ({
  status: 400,
  body: { status: 'failed', errorCode: 'FIELD_INVALID', message: sentence, fields: { [name]: sentence } },
})
test.each<[string, object, object]>([
  ['no e-mail', { email: undefined }, fault('email', 'Email is required')],
  ['a bad e-mail', { email: 'ana@' }, fault('email', 'Please enter a valid email address')],
  ['a bad number', { phoneNumber: '12' }, fault('phoneNumber', 'Please check the format of the phone number')],
  ['no name', { name: '' }, fault('name', 'Name is required')],
  ['no consent', { consent: {} }, { status: 400, body: { errorCode: 'TERMS_REQUIRED' } }],
  ['eleven seats', { seats: 11 }, { status: 400, body: { errorCode: 'FIELD_INVALID' } }],
  ['an unknown zone', { timezoneId: 'Nowhere' }, { status: 400, body: { errorCode: 'TIMEZONE_INVALID' } }],
  ['an unknown course', { courseCode: 'NOSUCH' }, { status: 404, body: { errorCode: 'COURSE_NOT_FOUND' } }],
  ['a gift', { courseCode: 'GIFT' }, { status: 404, body: { errorCode: 'COURSE_NOT_FOUND' } }],
])('refuses %s, and keeps nothing', async (_what, more, expected) => {
  const email = fresh()
  expect(await send(bodyFor(priced, email, more))).toMatchObject(expected)
  expect(await rows(email)).toEqual([])
})

test('needs a key', async () => {
  expect(await own.post('general-enrolment', bodyFor(priced, fresh()))).toMatchObject({
    status: 400,
    body: { status: 'failed', errorCode: 'IDEMPOTENCY_KEY_REQUIRED' },
  })
})
