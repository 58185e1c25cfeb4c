import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getRoomPath } from '#domain/learning/room-path.ts'
import { listNewestMails } from '#people/mailing/queries.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { expireUnconfirmed } from '#sell/orders/free-enrolments.ts'
import { bodyFor, freePlaces, TAKEN } from '../../../../tests/world/free-places.ts'
import { createIdentityWorld, fresh, type Identity, PASSWORD, says } from '../../../../tests/world/identity.ts'
import { givenCourse } from '../../../../tests/world/selling.ts'
import { checkoutJobs } from '../jobs.ts'

let own: Identity
let many: string
beforeAll(async () => {
  own = await createIdentityWorld()
  await own.world.jobs.work(checkoutJobs(own.world))
  many = await givenCourse(own.world, { priceMinor: 0, seats: null })
})
afterAll(() => own.close())

const { enrol, fromClient, taken } = freePlaces(() => own)
const getSignedUpInfo = async (headers: Record<string, string>) =>
  (await own.api.call('/api/v1/signed-up-info', { headers })).body.data
const tokenIn = (mail: { text_body: string }) => /confirm-enrolment#token=(\S+)/.exec(mail.text_body)?.[1]

test('a guest’s enrolment becomes active only by the mailed link, which proves the address and works once', async () => {
  const email = fresh()
  const response = await enrol(bodyFor(many, email))
  expect(response).toMatchObject(TAKEN)
  expect(response.body.data.portalUrl).toBe(getRoomPath(many.slice(0, -2)))
  const order = () =>
    own.api.call(`/api/v1/orders/${response.body.data.orderId}`, {
      headers: { authorization: `Bearer ${response.body.data.checkoutToken}` },
    })
  expect((await order()).body.data).toMatchObject({
    status: 'complete',
    totals: { total: { amount: '0.00' }, due: { amount: '0.00' } },
    payments: [{ method: 'none', status: 'complete' }],
    confirmBy: expect.any(String),
    invoiceUrl: null,
  })

  const mail = await own.mailTo(email)
  expect(mail.subject).toContain('Confirm your place')
  const token = tokenIn(mail)
  const seat = { title: 'A course', startsAt: expect.any(String), timezoneId: 'Europe/London' }
  const read = { ...seat, invitedBy: null, needsPassword: true }
  expect((await own.post('confirm-enrolment/read', { token })).body.data).toEqual(read)
  expect((await order()).body.data.confirmBy).not.toBeNull()
  const opened = await own.post('confirm-enrolment', { token })
  expect(opened).toMatchObject({
    status: 200,
    body: { data: { courseCode: many, portalUrl: getRoomPath(many.slice(0, -2)) } },
  })
  expect(await own.post('confirm-enrolment', { token })).toMatchObject(
    says(400, 'VERIFICATION_INVALID', 'This code or link is no longer valid.'),
  )
  expect(await own.post('confirm-enrolment/read', { token })).toMatchObject({ status: 400 })
  expect((await order()).body.data.confirmBy).toBeNull()

  const set = await own.post('reset-password', { token: opened.body.data.passwordToken, password: PASSWORD })
  expect(set.status).toBe(200)
  expect((await getSignedUpInfo(await own.as(email))).courseCodes).toEqual([many])
  const welcome = await own.mailTo(email, 2)
  expect(welcome.subject).toBe('You’re in: A course')
  expect(welcome.text_body).toContain(
    `Open the course: ${new URL(getRoomPath(many.slice(0, -2)), own.world.config.publicUrl)}`,
  )
  expect(welcome.text_body).toMatch(/Lessons and recordings stay open until \d+ \w+ \d{4}\./)
})

test('a signed-in person is enrolled at once, under the name of their profile, and only once', async () => {
  const email = await own.known()
  const headers = await own.as(email)
  const response = await enrol(bodyFor(many, 'somebody@else.test'), headers)
  expect(response).toMatchObject({ status: 200, body: { status: 'complete', data: { access: 'open' } } })
  expect(await getSignedUpInfo(headers)).toMatchObject({ courseCodes: [many], enrolments: [{ status: 'active' }] })
  expect((await own.mailTo(email)).subject).toBe('You’re in: A course')
  expect(await enrol(bodyFor(many, undefined), headers)).toMatchObject(
    says(409, 'ALREADY_ENROLLED', 'You are already enrolled in this course.'),
  )
})

describe('refuses', () => {
  const fault = (name: string, sentence: string) => says(400, 'FIELD_INVALID', sentence, { [name]: sentence })
  test.each<[string, object, object]>([
    ['no e-mail', { email: undefined }, fault('email', 'Email is required')],
    ['a bad e-mail', { email: 'ana@' }, fault('email', 'Please enter a valid email address')],
    ['no name', { name: '  ' }, fault('name', 'Name is required')],
    ['a bad number', { phoneNumber: '12' }, fault('phoneNumber', 'Please check the format of the phone number')],
    ['no consent', { consent: {} }, says(400, 'TERMS_REQUIRED', 'Please agree to the enrolment terms.')],
    ['an unknown course', { courseCode: 'NOSUCH' }, says(404, 'COURSE_NOT_FOUND', 'We couldn’t find this course.')],
    [
      'an unknown promo code',
      { promoCode: 'NOSUCH' },
      says(
        404,
        'PROMO_INVALID',
        'We can’t use this code here. Check its spelling. It may have ended, or be for another course, for more seats or for a first course.',
      ),
    ],
    ['eleven places', { seats: 11 }, { status: 400, body: { errorCode: 'FIELD_INVALID' } }],
    [
      'more friends than places',
      { friends: [{ email: 'ben@understudy.test' }] },
      { body: { fields: { friends: 'Please name at most 0 friends' } } },
    ],
    ['an unknown zone', { timezoneId: 'Nowhere' }, { status: 400, body: { errorCode: 'TIMEZONE_INVALID' } }],
  ])('%s', async (_what, more, expected) => {
    expect(await enrol(bodyFor(many, fresh(), more))).toMatchObject(expected)
  })

  test('a course with a price, whatever price the client sends', async () => {
    const priced = await givenCourse(own.world)
    const response = await enrol(bodyFor(priced, fresh(), { total: '0.00', discount: '100%', quoteId: randomUUID() }))
    expect(response).toMatchObject({ status: 402, body: { errorCode: 'PAYMENT_REQUIRED' } })
    const { body } = await own.post('sign-up-payment-options', { courseCode: priced })
    const quoted = await enrol(bodyFor(priced, fresh(), { quoteId: body.data.quoteId }))
    expect(quoted).toMatchObject({ status: 402, body: { errorCode: 'PAYMENT_REQUIRED' } })
    expect(await taken(priced)).toBe(0)
  })

  test('full cohorts, and cohorts whose enrolment is closed', async () => {
    const one = await givenCourse(own.world, { priceMinor: 0, seats: 1 })
    expect(await enrol(bodyFor(one, fresh()))).toMatchObject(TAKEN)
    expect(await enrol(bodyFor(one, fresh()))).toMatchObject({ status: 409, body: { errorCode: 'SEATS_TAKEN' } })
    const closed = await givenCourse(own.world, { priceMinor: 0, state: 'announced' })
    expect(await enrol(bodyFor(closed, fresh()))).toMatchObject({ body: { errorCode: 'ENROLMENT_CLOSED' } })
  })
})

test('a repeated idempotency key: the same body gets the same response, another body or a missing key is refused', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const body = bodyFor(many, fresh())
  const first = await enrol(body, headers)
  expect((await enrol(body, headers)).body).toEqual(first.body)
  expect(await enrol({ ...body, name: 'Ben' }, headers)).toMatchObject({ body: { errorCode: 'IDEMPOTENCY_MISMATCH' } })
  expect(await own.post('course-enrolment-zero', body)).toMatchObject({
    status: 400,
    body: { errorCode: 'IDEMPOTENCY_KEY_REQUIRED' },
  })
})

describe('an address that a stranger enters', () => {
  test('reveals nothing to a stranger: an enrolled owner gets an e-mail and keeps the enrolment', async () => {
    const email = await own.known()
    const headers = await own.as(email)
    await enrol(bodyFor(many, undefined), headers)
    const before = await getSignedUpInfo(headers)
    expect(await enrol(bodyFor(many, email))).toMatchObject(TAKEN)
    expect((await own.mailTo(email, 2)).subject).toContain('You’re already enrolled')
    expect(await getSignedUpInfo(headers)).toEqual(before)
  })

  test('is not enrolled by a stranger, and can be enrolled as soon as its owner does so', async () => {
    const last = await givenCourse(own.world, { priceMinor: 0, seats: 1 })
    const email = await own.known()
    const headers = await own.as(email)
    expect(await enrol(bodyFor(last, email))).toMatchObject(TAKEN)
    const token = tokenIn(await own.mailTo(email))
    expect((await getSignedUpInfo(headers)).enrolments).toEqual([])
    expect(await enrol(bodyFor(last, undefined), headers)).toMatchObject({ body: { data: { access: 'open' } } })
    expect(await own.post('confirm-enrolment', { token })).toMatchObject({ status: 400 })
    expect(await taken(last)).toBe(1)
  })

  test('gives no access to another client’s order: each client gets its own order and the same response', async () => {
    const few = await givenCourse(own.world, { priceMinor: 0, seats: 3 })
    const email = fresh()
    const enrolFrom = async (clientKey: string) => (await enrol(bodyFor(few, email, { clientKey }))).body.data
    const [mine, strange] = [randomUUID(), randomUUID()]
    const first = await enrolFrom(mine)
    const stranger = await enrolFrom(strange)
    expect(await enrolFrom(mine)).toMatchObject({ orderId: first.orderId, enrolmentId: first.enrolmentId })
    expect(stranger.orderId).not.toBe(first.orderId)
    expect(stranger.enrolmentId).not.toBe(first.enrolmentId)
    const seen = (orderId: string, token: string) =>
      own.api.call(`/api/v1/orders/${orderId}`, { headers: { authorization: `Bearer ${token}` } })
    expect(await seen(first.orderId, stranger.checkoutToken)).toMatchObject({ status: 404 })
    const [hers, his] = [
      (await seen(first.orderId, first.checkoutToken)).body.data,
      (await seen(stranger.orderId, stranger.checkoutToken)).body.data,
    ]
    expect(Object.keys(his)).toEqual(Object.keys(hers))
    expect([hers.confirmBy, his.confirmBy]).toEqual([expect.any(String), expect.any(String)])

    expect(await taken(few)).toBe(2)
    await own.mailTo(email, 3)
    const token = tokenIn((await listNewestMails(own.world.db, email)).at(-1)!)
    expect(await own.post('confirm-enrolment', { token })).toMatchObject({ status: 200 })
    expect(await taken(few), 'the seat of the other is free again').toBe(1)
    const { rows } = await sql<{ state: string }>`select state from enrolment where cohort_code = ${few}
      order by created_at`.execute(own.world.db)
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['active', 'cancelled'])
  })

  test('has one order per network if the client has no key', async () => {
    const email = fresh()
    const [first, again, elsewhere] = [
      await fromClient(many, '203.0.113.21', email),
      await fromClient(many, '203.0.113.21', email),
      await fromClient(many, '203.0.113.22', email),
    ].map((outcome) => (outcome.ok ? outcome.value.orderId : null))
    expect(first).toEqual(again)
    expect(elsewhere).not.toEqual(first)
  })

  test('belongs to its owner once she signs in: her enrolment becomes active, and those that others requested end', async () => {
    const few = await givenCourse(own.world, { priceMinor: 0, seats: 3 })
    const email = await own.known()
    for (const clientKey of [randomUUID(), randomUUID()]) await enrol(bodyFor(few, email, { clientKey }))
    expect(await taken(few)).toBe(2)
    expect(await enrol(bodyFor(few, undefined), await own.as(email))).toMatchObject({
      body: { data: { access: 'open' } },
    })
    expect(await taken(few)).toBe(1)
  })

  test('requested again gives the same enrolment, and at most three e-mails an hour', async () => {
    const few = await givenCourse(own.world, { priceMinor: 0, seats: 1 })
    const email = fresh()
    const response = []
    for (let time = 0; time < 5; time++) response.push((await enrol(bodyFor(few, email))).body.data.enrolmentId)
    expect(new Set(response)).toEqual(new Set([expect.any(String)]))
    expect(new Set(response).size).toBe(1)
    const mails = [await own.mailTo(email, 3)]
    expect(await taken(few)).toBe(1)
    // The first link works as well as the last.
    const all = (await listNewestMails(own.world.db, email)).map((mail) => tokenIn(mail))
    expect(all).toHaveLength(3)
    expect(mails).toHaveLength(1)
    expect(await own.post('confirm-enrolment', { token: all.at(-1) })).toMatchObject({ status: 200 })
    expect(await own.post('confirm-enrolment', { token: all.at(0) })).toMatchObject({ status: 400 })
  })
})

describe('with few seats', () => {
  test('one client has at most three unconfirmed enrolments in a cohort, however fast it requests them', async () => {
    const few = await givenCourse(own.world, { priceMinor: 0, seats: 20 })
    const response = await Promise.all(Array.from({ length: 12 }, () => fromClient(few, '203.0.113.7')))
    const refusals = response.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal]))
    expect(refusals.map(({ code }) => code)).toEqual(Array(9).fill('RATE_LIMITED'))
    expect(refusals[0]?.retryAfter).toBeGreaterThan(23 * 3600)
    expect(await taken(few)).toBe(3)
    expect(await fromClient(few, '203.0.113.8')).toMatchObject({ ok: true })
  })

  test('there are never more enrolments than seats, the rest are refused, and the seat counts are correct', async () => {
    const few = await givenCourse(own.world, { priceMinor: 0, seats: 5 })
    const response = await Promise.all(Array.from({ length: 25 }, (_, n) => fromClient(few, `198.51.100.${n}`)))
    expect(response.filter((outcome) => outcome.ok)).toHaveLength(5)
    expect(response.filter((outcome) => !outcome.ok && outcome.refusal.code === 'SEATS_TAKEN')).toHaveLength(20)
    expect(await taken(few)).toBe(5)
  })

  test('an unconfirmed enrolment expires after a day, once, and a confirmed one never expires', async () => {
    const few = await givenCourse(own.world, { priceMinor: 0, seats: 4 })
    const [confirmed, lost] = [fresh(), fresh()]
    await enrol(bodyFor(few, confirmed))
    await enrol(bodyFor(few, lost))
    await own.post('confirm-enrolment', { token: tokenIn(await own.mailTo(confirmed)) })
    const token = tokenIn(await own.mailTo(lost))
    await expireUnconfirmed(own.world)
    expect(await taken(few)).toBe(2)
    const { rows } = await sql<{ hours: number }>`
      select round(extract(epoch from expires_at - created_at) / 3600)::int as hours from enrolment
      where cohort_code = ${few} and state = 'unconfirmed'`.execute(own.world.db)
    expect(rows).toEqual([{ hours: 24 }])

    await sql`update enrolment set expires_at = now() - interval '1 second' where cohort_code = ${few} and expires_at is not null`.execute(
      own.world.db,
    )
    await Promise.all([expireUnconfirmed(own.world), expireUnconfirmed(own.world)])
    expect(await taken(few)).toBe(1)
    expect(await own.post('confirm-enrolment', { token })).toMatchObject({ status: 400 })
    expect(await enrol(bodyFor(few, lost))).toMatchObject(TAKEN)
  })
})

test('the database refuses a payment of zero that has a provider', async () => {
  const { body } = await enrol(bodyFor(many, fresh()))
  for (const change of [
    sql`provider = 'sandbox'`,
    sql`provider_intent_id = 'x'`,
    sql`state = 'pending', settled_at = null`,
    sql`amount_minor = 1`,
  ]) {
    const broken = sql`update payment set ${change} where order_id = ${body.data.orderId}`.execute(own.world.db)
    await expect(broken).rejects.toThrow(/violates check constraint|cannot go from/)
  }
})

test('the audit finds no violation after these tests', async () => {
  const auditQuestions = await audit(own.world)
  expect(auditQuestions.filter(({ id, violations }) => id !== 'Q6' && violations.length > 0)).toEqual([])
})
