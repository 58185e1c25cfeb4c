import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lapseUnconfirmed } from '#features/enrolments/free-places.ts'
import { newestMail } from '#features/mailing/queries.ts'
import { bodyFor, freePlaces, TAKEN } from '../../../tests/free-places.ts'
import { fresh, type Identity, openIdentity, PASSWORD, says } from '../../../tests/identity.ts'
import { givenCourse } from '../../../tests/selling.ts'
import { audit } from './audit.ts'
import { checkoutJobs } from './jobs.ts'

let own: Identity
let many: string
beforeAll(async () => {
  own = await openIdentity()
  await checkoutJobs(own.world)
  many = await givenCourse(own.world, { priceMinor: 0, seats: null })
})
afterAll(() => own.close())

const { enrol, fromClient, taken } = freePlaces(() => own)
const infoOf = async (headers: Record<string, string>) =>
  (await own.api.call('/api/v1/signed-up-info', { headers })).body.data
const tokenIn = (mail: { text_body: string }) => /confirm-enrolment#token=(\S+)/.exec(mail.text_body)?.[1]

test('a stranger’s place opens by the mailed link alone, which proves the address and works once', async () => {
  const email = fresh()
  const told = await enrol(bodyFor(many, email))
  expect(told).toMatchObject(TAKEN)
  expect(told.body.data.portalUrl).toBe(`/portal#${many}`)
  const order = () =>
    own.api.call(`/api/v1/orders/${told.body.data.orderId}`, {
      headers: { authorization: `Bearer ${told.body.data.checkoutToken}` },
    })
  expect((await order()).body.data).toMatchObject({
    status: 'complete',
    totals: { total: { amount: '0.00' }, due: { amount: '0.00' } },
    payments: [{ method: 'none', status: 'complete' }],
    confirmBy: expect.any(String),
    invoiceUrl: null,
  })

  const mail = await own.mailTo(email)
  expect(mail.subject).toContain('One press')
  const token = tokenIn(mail)
  const opened = await own.post('confirm-enrolment', { token })
  expect(opened).toMatchObject({ status: 200, body: { data: { courseCode: many, portalUrl: `/portal#${many}` } } })
  expect(await own.post('confirm-enrolment', { token })).toMatchObject(
    says(400, 'VERIFICATION_INVALID', 'This code or link is not valid any more.'),
  )
  expect((await order()).body.data.confirmBy).toBeNull()

  const set = await own.post('reset-password', { token: opened.body.data.passwordToken, password: PASSWORD })
  expect(set.status).toBe(200)
  expect((await infoOf(await own.as(email))).courseCodes).toEqual([many])
  expect((await own.mailTo(email, 2)).subject).toBe('You’re in: A course')
})

test('whoever is signed in is in at once, under the name of their profile, and once', async () => {
  const email = await own.known()
  const headers = await own.as(email)
  const told = await enrol(bodyFor(many, 'somebody@else.test'), headers)
  expect(told).toMatchObject({ status: 200, body: { status: 'complete', data: { access: 'open' } } })
  expect(await infoOf(headers)).toMatchObject({ courseCodes: [many], enrolments: [{ status: 'active' }] })
  expect((await own.mailTo(email)).subject).toBe('You’re in: A course')
  expect(await enrol(bodyFor(many, undefined), headers)).toMatchObject(
    says(409, 'ALREADY_ENROLLED', 'You are enrolled in this already.'),
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
    ['an unknown course', { courseCode: 'NOSUCH' }, says(404, 'COURSE_NOT_FOUND', 'This course is not known.')],
    ['an unknown promo code', { promoCode: 'NOSUCH' }, says(404, 'PROMO_INVALID', 'This promo code is not valid.')],
    ['two places', { seats: 2 }, { status: 400, body: { errorCode: 'FIELD_INVALID' } }],
    ['an unknown zone', { timezoneId: 'Nowhere' }, { status: 400, body: { errorCode: 'TIMEZONE_INVALID' } }],
  ])('%s', async (_what, more, expected) => {
    expect(await enrol(bodyFor(many, fresh(), more))).toMatchObject(expected)
  })

  test('a course that costs something, whatever the client says it costs', async () => {
    const priced = await givenCourse(own.world)
    const told = await enrol(bodyFor(priced, fresh(), { total: '0.00', discount: '100%', quoteId: randomUUID() }))
    expect(told).toMatchObject({ status: 402, body: { errorCode: 'PAYMENT_REQUIRED' } })
    const { body } = await own.post('sign-up-payment-options', { courseCode: priced })
    const quoted = await enrol(bodyFor(priced, fresh(), { quoteId: body.data.quoteId }))
    expect(quoted).toMatchObject({ status: 402, body: { errorCode: 'PAYMENT_REQUIRED' } })
    expect(await taken(priced)).toBe(0)
  })

  test('dates that are full, and dates whose enrolment is closed', async () => {
    const one = await givenCourse(own.world, { priceMinor: 0, seats: 1 })
    expect(await enrol(bodyFor(one, fresh()))).toMatchObject(TAKEN)
    expect(await enrol(bodyFor(one, fresh()))).toMatchObject({ status: 409, body: { errorCode: 'SEATS_TAKEN' } })
    const closed = await givenCourse(own.world, { priceMinor: 0, state: 'announced' })
    expect(await enrol(bodyFor(closed, fresh()))).toMatchObject({ body: { errorCode: 'ENROLMENT_CLOSED' } })
  })
})

test('one key is one wish: the same body gets the same answer, another one is refused, none is asked for', async () => {
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

describe('an address that somebody else knows', () => {
  test('tells a stranger nothing: one who is in already gets a mail, and keeps what they have', async () => {
    const email = await own.known()
    const headers = await own.as(email)
    await enrol(bodyFor(many, undefined), headers)
    const before = await infoOf(headers)
    expect(await enrol(bodyFor(many, email))).toMatchObject(TAKEN)
    expect((await own.mailTo(email, 2)).subject).toContain('You are in already')
    expect(await infoOf(headers)).toEqual(before)
  })

  test('is not enrolled by a stranger, and has the place for itself as soon as its owner comes', async () => {
    const last = await givenCourse(own.world, { priceMinor: 0, seats: 1 })
    const email = await own.known()
    const headers = await own.as(email)
    expect(await enrol(bodyFor(last, email))).toMatchObject(TAKEN)
    const token = tokenIn(await own.mailTo(email))
    expect((await infoOf(headers)).enrolments).toEqual([])
    expect(await enrol(bodyFor(last, undefined), headers)).toMatchObject({ body: { data: { access: 'open' } } })
    expect(await own.post('confirm-enrolment', { token })).toMatchObject({ status: 400 })
    expect(await taken(last)).toBe(1)
  })

  test('opens nobody else’s order: another client that gives it has an order of its own, told apart by nothing', async () => {
    const [few, email] = [await givenCourse(own.world, { priceMinor: 0, seats: 3 }), fresh()]
    const asks = async (clientKey: string) => (await enrol(bodyFor(few, email, { clientKey }))).body.data
    const [mine, strange] = [randomUUID(), randomUUID()]
    const first = await asks(mine)
    const stranger = await asks(strange)
    expect(await asks(mine)).toMatchObject({ orderId: first.orderId, enrolmentId: first.enrolmentId })
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
    const token = tokenIn((await newestMail(own.world.db, email)).at(-1)!)
    expect(await own.post('confirm-enrolment', { token })).toMatchObject({ status: 200 })
    expect(await taken(few), 'the seat of the other is free again').toBe(1)
    const { rows } = await sql<{ state: string }>`select state from enrolment where course_code = ${few}
      order by created_at`.execute(own.world.db)
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['active', 'cancelled'])
  })

  test('is told by the network where a client has no key', async () => {
    const email = fresh()
    const [here, again, elsewhere] = [
      await fromClient(many, '203.0.113.21', email),
      await fromClient(many, '203.0.113.21', email),
      await fromClient(many, '203.0.113.22', email),
    ].map((outcome) => (outcome.ok ? outcome.value.orderId : null))
    expect(here).toEqual(again)
    expect(elsewhere).not.toEqual(here)
  })

  test('is its owner’s once she is signed in: her place opens, and what others asked for with it ends', async () => {
    const few = await givenCourse(own.world, { priceMinor: 0, seats: 3 })
    const email = await own.known()
    for (const clientKey of [randomUUID(), randomUUID()]) await enrol(bodyFor(few, email, { clientKey }))
    expect(await taken(few)).toBe(2)
    expect(await enrol(bodyFor(few, undefined), await own.as(email))).toMatchObject({
      body: { data: { access: 'open' } },
    })
    expect(await taken(few)).toBe(1)
  })

  test('asked for again it is the same place, and at most three mails an hour', async () => {
    const few = await givenCourse(own.world, { priceMinor: 0, seats: 1 })
    const email = fresh()
    const told = []
    for (let time = 0; time < 5; time++) told.push((await enrol(bodyFor(few, email))).body.data.enrolmentId)
    expect(new Set(told)).toEqual(new Set([expect.any(String)]))
    expect(new Set(told).size).toBe(1)
    const mails = [await own.mailTo(email, 3)]
    expect(await taken(few)).toBe(1)
    // The first link works as well as the last.
    const all = (await newestMail(own.world.db, email)).map((mail) => tokenIn(mail))
    expect(all).toHaveLength(3)
    expect(mails).toHaveLength(1)
    expect(await own.post('confirm-enrolment', { token: all.at(-1) })).toMatchObject({ status: 200 })
    expect(await own.post('confirm-enrolment', { token: all.at(0) })).toMatchObject({ status: 400 })
  })
})

describe('where seats are few', () => {
  test('one client has at most three unconfirmed places of a cohort, however fast it asks', async () => {
    const few = await givenCourse(own.world, { priceMinor: 0, seats: 20 })
    const told = await Promise.all(Array.from({ length: 12 }, () => fromClient(few, '203.0.113.7')))
    const refusals = told.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal]))
    expect(refusals.map(({ code }) => code)).toEqual(Array(9).fill('RATE_LIMITED'))
    expect(refusals[0]?.retryAfter).toBeGreaterThan(23 * 3600)
    expect(await taken(few)).toBe(3)
    expect(await fromClient(few, '203.0.113.8')).toMatchObject({ ok: true })
  })

  test('never more places than seats, all the rest refused, and the books of seats agree', async () => {
    const few = await givenCourse(own.world, { priceMinor: 0, seats: 5 })
    const told = await Promise.all(Array.from({ length: 25 }, (_, n) => fromClient(few, `198.51.100.${n}`)))
    expect(told.filter((outcome) => outcome.ok)).toHaveLength(5)
    expect(told.filter((outcome) => !outcome.ok && outcome.refusal.code === 'SEATS_TAKEN')).toHaveLength(20)
    expect(await taken(few)).toBe(5)
  })

  test('a place that nobody confirmed lapses after a day, once, and one that was confirmed never does', async () => {
    const few = await givenCourse(own.world, { priceMinor: 0, seats: 4 })
    const [kept, lost] = [fresh(), fresh()]
    await enrol(bodyFor(few, kept))
    await enrol(bodyFor(few, lost))
    await own.post('confirm-enrolment', { token: tokenIn(await own.mailTo(kept)) })
    const token = tokenIn(await own.mailTo(lost))
    await lapseUnconfirmed(own.world)
    expect(await taken(few)).toBe(2)
    const { rows } = await sql<{ hours: number }>`
      select round(extract(epoch from lapses_at - created_at) / 3600)::int as hours from enrolment
      where course_code = ${few} and state = 'unconfirmed'`.execute(own.world.db)
    expect(rows).toEqual([{ hours: 24 }])

    await sql`update enrolment set lapses_at = now() - interval '1 second' where course_code = ${few} and lapses_at is not null`.execute(
      own.world.db,
    )
    await Promise.all([lapseUnconfirmed(own.world), lapseUnconfirmed(own.world)])
    expect(await taken(few)).toBe(1)
    expect(await own.post('confirm-enrolment', { token })).toMatchObject({ status: 400 })
    expect(await enrol(bodyFor(few, lost))).toMatchObject(TAKEN)
  })
})

test('the database refuses a payment over nothing that a provider had a part in', async () => {
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

test('the audit finds nothing in all of it', async () => {
  const found = await audit(own.world)
  expect(found.filter(({ id, violations }) => id !== 'Q6' && violations.length > 0)).toEqual([])
})
