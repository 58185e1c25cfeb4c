/** Money and data leave only for a session that has shown in the last ten minutes whose the account is. Contract §3. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterAs } from '#features/accounts/enter.ts'
import { PASSWORD, says } from '../../tests/identity.ts'
import { type FactorWorld, openFactorWorld } from '../../tests/second-factor.ts'
import { allEndpoints } from './endpoints.ts'

let own: FactorWorld
beforeAll(async () => {
  own = await openFactorWorld()
})
afterAll(() => own.close())

const NEEDED = says(403, 'STEP_UP_REQUIRED', 'Please confirm that it is you, then try again.')
const id = randomUUID()
const REASON = { reason: 'Asked for it' }
const MONEY = { amount: '1.00', currency: 'USD' }
const LINES = { ...REASON, lines: [{ lineId: id }] }
/** Each call that lets money or data out. */
const CALLS: [string, string, object | undefined][] = [
  ['GET', 'account-export', undefined],
  ['GET', 'admin/orders/export', undefined],
  ['POST', `orders/${id}/refunds`, LINES],
  ['POST', `orders/${id}/refunds/decide`, { ...REASON, lines: [id], amount: MONEY }],
  ['POST', `orders/${id}/refunds/send-again`, undefined],
  ['POST', `enrolments/${id}/cancel`, REASON],
  ['POST', 'cohorts/NONE-2027-01/cancel', REASON],
]

type Headers = Record<string, string>
const call = (method: string, path: string, body: object | undefined, headers: Headers) =>
  own.api.call(`/api/v1/${path}`, {
    method,
    headers: { ...headers, 'idempotency-key': randomUUID(), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

/** As though the session's last step-up was so many seconds ago. */
const age = (email: string, seconds: number) =>
  sql`update session set stepped_up_at = now() - ${seconds} * interval '1 second'
    where person_id = (select id from person where email = ${email})`.execute(own.world.db)

test('every call that needs it is in this list', () => {
  const declared = allEndpoints(own.world)
    .map(({ endpoint }) => endpoint)
    .filter(({ stepUp }) => stepUp)
    .map(({ method, path }) => `${method} ${path.split('/')[0]} ${path.split('/').at(-1)}`)
  const listed = CALLS.map(([method, path]) => `${method} ${path.split('/')[0]} ${path.split('/').at(-1)}`)
  expect(declared.toSorted()).toEqual(listed.toSorted())
})

describe.each(CALLS)('%s %s', (method, path, body) => {
  test('is refused ten minutes after the log-in, and allowed for ten minutes after a step-up of the same session', async () => {
    const { email, headers } = await own.admin()
    expect(await call(method, path, body, headers)).not.toMatchObject({ status: 403 })
    await age(email, 10 * 60 + 5)
    expect(await call(method, path, body, headers)).toMatchObject(NEEDED)
    const elsewhere = await own.as(email, { isCommunityAdmin: true })
    expect(await call(method, path, body, elsewhere)).not.toMatchObject({ status: 403 })
    expect(await call(method, path, body, headers)).toMatchObject(NEEDED)
    expect(await own.post('step-up', { password: 'wrong' }, headers)).toMatchObject({ status: 400 })
    expect(await call(method, path, body, headers)).toMatchObject(NEEDED)
    expect(await own.post('step-up', { password: PASSWORD }, headers)).toMatchObject({ status: 204 })
    expect(await call(method, path, body, headers)).not.toMatchObject({ status: 403 })
  })
})

test('a preview of a refund asks for none; the same call under the same key runs once the session has stepped up', async () => {
  const { email, headers } = await own.admin()
  await age(email, 3600)
  const path = `orders/${id}/refunds`
  expect(await call('POST', path, { ...LINES, preview: true }, headers)).toMatchObject({ status: 404 })
  const keyed = { ...headers, 'idempotency-key': randomUUID() }
  const refund = () => own.post(path, LINES, keyed)
  expect(await refund()).toMatchObject(NEEDED)
  await own.post('step-up', { password: PASSWORD }, headers)
  expect(await refund()).toMatchObject({ status: 404 })
})

test('new tokens do not prolong a step-up', async () => {
  const email = await own.known()
  const { refresh } = await own.bearer(email)
  await age(email, 3600)
  const { body } = await own.post('get-token', { refreshToken: refresh })
  expect(await call('GET', 'account-export', undefined, { authorization: `Bearer ${body.token}` })).toMatchObject(
    NEEDED,
  )
})

test('where a second factor is on, a step-up asks for its code, too', async () => {
  const { email, secret } = await own.guarded()
  const headers = await own.as(email, { otp: own.freshCode(secret) })
  await age(email, 3600)
  expect(await own.post('step-up', { password: PASSWORD }, headers)).toMatchObject({ status: 400 })
  const shown = { password: PASSWORD, otp: own.freshCode(secret) }
  expect(await own.post('step-up', shown, headers)).toMatchObject({ status: 204 })
  expect(await call('GET', 'account-export', undefined, headers)).toMatchObject({ status: 200 })
})

test('a social log-in is no step-up; with nothing else to show, one of the last ten minutes is enough', async () => {
  const email = `${randomUUID()}@gmail.com`
  const somebody = { provider: 'google', subject: randomUUID(), email, emailVerified: true, isAuthoritative: true }
  const entered = await enterAs(
    own.world,
    { ...somebody, provider: 'google', name: 'Ana' },
    { name: 'Test', isBound: false },
  )
  if (!entered.ok) throw new Error(entered.refusal.code)
  const headers = { authorization: `Bearer ${entered.value.tokens.token}` }
  expect(await call('GET', 'account-export', undefined, headers)).toMatchObject(NEEDED)
  expect(await own.post('step-up', {}, headers)).toMatchObject({ status: 204 })
  expect(await call('GET', 'account-export', undefined, headers)).toMatchObject({ status: 200 })
})

describe('another password', () => {
  const change = (headers: Headers, more: object = {}) =>
    own.post('change-password', { currentPassword: PASSWORD, password: 'four blind mice run', ...more }, headers)

  test('asks for the code of the second factor each time, however young the step-up', async () => {
    const { email, secret } = await own.guarded()
    const headers = await own.as(email, { otp: own.freshCode(secret) })
    expect(await change(headers)).toMatchObject(
      says(400, 'FIELD_INVALID', 'Code is required', { otp: 'Code is required' }),
    )
    const otp = own.freshCode(secret)
    const wrong = 'This is not your password'
    expect(await change(headers, { currentPassword: 'wrong', otp })).toMatchObject(
      says(400, 'FIELD_INVALID', wrong, { currentPassword: wrong }),
    )
    expect(await change(headers, { otp })).toMatchObject({ status: 204 })
  })
})
