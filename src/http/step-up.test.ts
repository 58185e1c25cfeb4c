/**
 * Calls that release money or data need a session that proved its owner in the last ten minutes. See
 * `docs/contract` §3.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listEndpoints } from '#app/hosts/endpoints.ts'
import { logInWithIdentity } from '#people/accounts/session/log-in-with-identity.ts'
import { PASSWORD, says } from '../../tests/world/identity.ts'
import { createFactorWorld, type FactorWorld } from '../../tests/world/second-factor.ts'

let setup: FactorWorld
beforeAll(async () => {
  setup = await createFactorWorld()
})
afterAll(() => setup.close())

const STEP_UP_REQUIRED = says(403, 'STEP_UP_REQUIRED', 'Please confirm it’s you, then try again.')
const id = randomUUID()
const REASON = { reason: 'Asked for it' }
const MONEY = { amount: '1.00', currency: 'USD' }
const LINES = { ...REASON, lines: [{ lineId: id }] }
const CREATOR = { role: 'creator', course: null }
/** Every call that releases money or data, or gives power over people. */
const CALLS: [string, string, object | undefined][] = [
  ['GET', 'account-export', undefined],
  ['GET', 'admin/orders/export', undefined],
  ['GET', 'studio/courses/NONE/waiting/export', undefined],
  ['POST', `orders/${id}/refunds`, LINES],
  ['POST', `orders/${id}/refunds/decide`, { ...REASON, lines: [id], amount: MONEY }],
  ['POST', `orders/${id}/refunds/send-again`, undefined],
  ['POST', `enrolments/${id}/cancel`, REASON],
  ['POST', 'cohorts/NONE-2027-01/cancel', REASON],
  ['POST', 'studio/cohorts/NONE-2027-01/cancel', REASON],
  ['POST', `admin/people/${id}/second-factor/reset`, undefined],
  ['POST', `admin/people/${id}/roles`, { choice: CREATOR }],
  ['POST', `admin/people/${id}/roles/remove`, { choice: CREATOR }],
  ['POST', `admin/people/${id}/erase`, { email: 'nobody@understudy.test' }],
  ['POST', 'admin/invitations', { email: 'nobody@understudy.test', role: 'assistant', course: 'NONE' }],
  ['POST', `admin/invitations/${id}/send-again`, undefined],
]

type Headers = Record<string, string>
const call = (method: string, path: string, body: object | undefined, headers: Headers) =>
  setup.api.call(`/api/v1/${path}`, {
    method,
    headers: { ...headers, 'idempotency-key': randomUUID(), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

/** Sets the session's last step-up to this many seconds ago. */
const setStepUpAge = (email: string, seconds: number) =>
  sql`update session set stepped_up_at = now() - ${seconds} * interval '1 second'
    where person_id = (select id from person where email = ${email})`.execute(setup.world.db)

test('the list contains every call that needs a step-up', () => {
  const declaredCalls = listEndpoints(setup.world)
    .map(({ endpoint }) => endpoint)
    .filter(({ stepUp }) => stepUp)
    .map(({ method, path }) => `${method} ${path.split('/')[0]} ${path.split('/').at(-1)}`)
  const listedCalls = CALLS.map(([method, path]) => `${method} ${path.split('/')[0]} ${path.split('/').at(-1)}`)
  expect(declaredCalls.toSorted()).toEqual(listedCalls.toSorted())
})

describe.each(CALLS)('%s %s', (method, path, body) => {
  test('is refused ten minutes after the log-in, and allowed for ten minutes after a step-up of the same session', async () => {
    const { email, headers } = await setup.admin()
    expect(await call(method, path, body, headers)).not.toMatchObject({ status: 403 })
    await setStepUpAge(email, 10 * 60 + 5)
    expect(await call(method, path, body, headers)).toMatchObject(STEP_UP_REQUIRED)
    const otherSession = await setup.as(email, { isCommunityAdmin: true })
    expect(await call(method, path, body, otherSession)).not.toMatchObject({ status: 403 })
    expect(await call(method, path, body, headers)).toMatchObject(STEP_UP_REQUIRED)
    expect(await setup.post('step-up', { password: 'wrong' }, headers)).toMatchObject({ status: 400 })
    expect(await call(method, path, body, headers)).toMatchObject(STEP_UP_REQUIRED)
    expect(await setup.post('step-up', { password: PASSWORD }, headers)).toMatchObject({ status: 204 })
    expect(await call(method, path, body, headers)).not.toMatchObject({ status: 403 })
  })
})

test('a refund preview needs no step-up; after a step-up the same call under the same key runs', async () => {
  const { email, headers } = await setup.admin()
  await setStepUpAge(email, 3600)
  const path = `orders/${id}/refunds`
  expect(await call('POST', path, { ...LINES, preview: true }, headers)).toMatchObject({ status: 404 })
  const keyedHeaders = { ...headers, 'idempotency-key': randomUUID() }
  const refund = () => setup.post(path, LINES, keyedHeaders)
  expect(await refund()).toMatchObject(STEP_UP_REQUIRED)
  await setup.post('step-up', { password: PASSWORD }, headers)
  expect(await refund()).toMatchObject({ status: 404 })
})

test('new tokens do not prolong a step-up', async () => {
  const email = await setup.known()
  const { refresh } = await setup.bearer(email)
  await setStepUpAge(email, 3600)
  const { body } = await setup.post('get-token', { refreshToken: refresh })
  expect(await call('GET', 'account-export', undefined, { authorization: `Bearer ${body.token}` })).toMatchObject(
    STEP_UP_REQUIRED,
  )
})

test('with a second factor, a step-up also needs its code', async () => {
  const { email, secret } = await setup.guarded()
  const headers = await setup.as(email, { otp: setup.freshCode(secret) })
  await setStepUpAge(email, 3600)
  expect(await setup.post('step-up', { password: PASSWORD }, headers)).toMatchObject({ status: 400 })
  const proof = { password: PASSWORD, otp: setup.freshCode(secret) }
  expect(await setup.post('step-up', proof, headers)).toMatchObject({ status: 204 })
  expect(await call('GET', 'account-export', undefined, headers)).toMatchObject({ status: 200 })
})

test('a social log-in is not a step-up; without a password or second factor, a log-in of the last ten minutes is enough', async () => {
  const email = `${randomUUID()}@gmail.com`
  const googleAccount = { provider: 'google', subject: randomUUID(), email, emailVerified: true, isAuthoritative: true }
  const logIn = await logInWithIdentity(
    setup.world,
    { ...googleAccount, provider: 'google', name: 'Ana' },
    { name: 'Test', isBound: false },
  )
  if (!logIn.ok) throw new Error(logIn.refusal.code)
  const headers = { authorization: `Bearer ${logIn.value.tokens.token}` }
  expect(await call('GET', 'account-export', undefined, headers)).toMatchObject(STEP_UP_REQUIRED)
  expect(await setup.post('step-up', {}, headers)).toMatchObject({ status: 204 })
  expect(await call('GET', 'account-export', undefined, headers)).toMatchObject({ status: 200 })
})

describe('a person with neither password nor second factor, an hour after a social log-in', () => {
  async function givenSession(email = `${randomUUID()}@gmail.com`) {
    const account = {
      provider: 'google' as const,
      subject: randomUUID(),
      email,
      emailVerified: true,
      isAuthoritative: true,
    }
    const logIn = await logInWithIdentity(setup.world, { ...account, name: 'Ana' }, { name: 'Test', isBound: false })
    if (!logIn.ok) throw new Error(logIn.refusal.code)
    await sql`update session set created_at = now() - interval '1 hour'
      where person_id = (select id from person where email = ${email})`.execute(setup.world.db)
    const headers = { authorization: `Bearer ${logIn.value.tokens.token}` }
    const exportData = () => call('GET', 'account-export', undefined, headers)
    const sendCode = () => setup.post('step-up/code', undefined, headers)
    const enterCode = (emailCode: string) => setup.post('step-up', { emailCode }, headers)
    return { email, headers, exportData, sendCode, enterCode }
  }
  const codeIn = ({ subject }: { subject: string }) => /^(\d{6}) is your code$/.exec(subject)![1]!
  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('confirms the session by a code from an e-mail, which works once and also in groups of digits', async () => {
    const { email, exportData, sendCode, enterCode, headers } = await givenSession()
    expect(await setup.post('step-up', {}, headers)).toMatchObject({ status: 403, body: { errorCode: 'LOG_IN_AGAIN' } })
    expect(await sendCode()).toMatchObject({ status: 204 })
    const code = codeIn(await setup.mailTo(email))
    expect(await enterCode(other(code))).toMatchObject(
      says(400, 'FIELD_INVALID', 'This code is not right.', { emailCode: 'This code is not right.' }),
    )
    expect(await exportData()).toMatchObject(STEP_UP_REQUIRED)
    expect(await enterCode(`${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({ status: 204 })
    expect(await exportData()).toMatchObject({ status: 200 })
    expect(await enterCode(code)).toMatchObject({ status: 400 })
  })

  test('gets no further by the code of another session, an old code, a replaced one or a guess after five', async () => {
    const email = `${randomUUID()}@gmail.com`
    const own = await givenSession(email)
    const elsewhere = await givenSession(`${randomUUID()}@gmail.com`)
    await own.sendCode()
    const first = codeIn(await setup.mailTo(email))
    expect(await elsewhere.enterCode(first)).toMatchObject({ status: 400 })
    await own.sendCode()
    const second = codeIn(await setup.mailTo(email, 2))
    if (first !== second) expect(await own.enterCode(first)).toMatchObject({ status: 400 })
    await sql`update session set step_up_code_at = now() - interval '11 minutes'
      where person_id = (select id from person where email = ${email})`.execute(setup.world.db)
    expect(await own.enterCode(second)).toMatchObject({ status: 400 })
    await own.sendCode()
    const third = codeIn(await setup.mailTo(email, 3))
    for (let guess = 0; guess < 5; guess++) expect(await own.enterCode(other(third))).toMatchObject({ status: 400 })
    expect(await own.enterCode(third)).toMatchObject({ status: 400 })
    expect(await own.exportData()).toMatchObject(STEP_UP_REQUIRED)
  })

  test('gets five codes an hour', async () => {
    const { sendCode } = await givenSession()
    for (let sent = 0; sent < 5; sent++) expect(await sendCode()).toMatchObject({ status: 204 })
    expect(await sendCode()).toMatchObject({ status: 429 })
  })
})

test('no code by e-mail stands in for a password or a second factor', async () => {
  const email = await setup.known()
  const headers = await setup.as(email)
  expect(await setup.post('step-up/code', undefined, headers)).toMatchObject({ status: 400 })
  expect(await setup.post('step-up', { emailCode: '123456' }, headers)).toMatchObject({
    status: 400,
    body: { fields: { password: 'Password is required' } },
  })
})

describe('a password change', () => {
  const change = (headers: Headers, overrides: object = {}) =>
    setup.post('change-password', { currentPassword: PASSWORD, password: 'four blind mice run', ...overrides }, headers)

  test('needs the second factor’s code each time, however recent the step-up', async () => {
    const { email, secret } = await setup.guarded()
    const headers = await setup.as(email, { otp: setup.freshCode(secret) })
    expect(await change(headers)).toMatchObject(
      says(400, 'FIELD_INVALID', 'Code is required', { otp: 'Code is required' }),
    )
    const otp = setup.freshCode(secret)
    const wrong = 'This is not your password'
    expect(await change(headers, { currentPassword: 'wrong', otp })).toMatchObject(
      says(400, 'FIELD_INVALID', wrong, { currentPassword: wrong }),
    )
    expect(await change(headers, { otp })).toMatchObject({ status: 204 })
  })
})
