import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { createVerifiedAccount } from '#people/accounts/sign-up/create-verified-account.ts'
import type { Gateway } from '#platform/payments/gateway.ts'
import { type Api, startApi } from '../../../tests/world/api.ts'
import { cards, checkoutBody, givenCourse } from '../../../tests/world/selling.ts'
import { createWorld, type World, withGateway } from '../../../tests/world/world.ts'
import { BODY_LIMIT } from './api.ts'

let world: World
let api: Api
const call: Api['call'] = (path, options) => api.call(path, options)
const post: Api['post'] = (path, body, headers) => api.post(path, body, headers)
beforeAll(async () => {
  world = await createWorld(20)
  api = await startApi(world)
})
afterAll(async () => {
  await api.close()
  await world.close()
})

describe('bodies and URLs', () => {
  test('a body that is not JSON, too deep or too large is refused', async () => {
    const deep = `${'['.repeat(40)}${']'.repeat(40)}`
    for (const body of ['{', deep, JSON.stringify({ email: 'x'.repeat(BODY_LIMIT) })]) {
      const answer = await post('/api/v1/log-in', body)
      expect(answer).toMatchObject({
        status: 400,
        body: { errorCode: 'BODY_INVALID', message: expect.any(String), requestId: expect.any(String) },
      })
    }
  })

  test('a path works with and without its last slash; an unknown path is a 404 in JSON', async () => {
    for (const path of [
      '/api/v1/next-course-date?coursePrefixCodes=ZZ',
      '/api/v1/next-course-date/?coursePrefixCodes=ZZ',
    ]) {
      expect(await call(path)).toMatchObject({ status: 200, body: { data: { ZZ: null } } })
    }
    for (const path of ['/api/', '/api/v1/nothing', '/api/v2/log-in']) {
      expect(await call(path)).toMatchObject({ status: 404, body: { message: 'Not Found.', errorCode: 'NOT_FOUND' } })
    }
  })

  test('a process serves only its configured hosts', async () => {
    const loginOnly = await startApi(world, ['login'])
    const baseUrl = loginOnly.base
    expect((await fetch(`${baseUrl}/api/v1/user-profile`)).status).toBe(401)
    expect((await fetch(`${baseUrl}/api/v1/next-course-date?coursePrefixCodes=NG`)).status).toBe(404)
    await loginOnly.close()
  })

  test('a page may request a gift card’s balance', async () => {
    const origin = new URL(world.config.publicUrl).origin
    const preflight = await call('/api/v1/gift-cards/balance', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-gift-card' },
    })
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-gift-card')
  })

  test('only the site’s own origin may call from a page', async () => {
    const site = new URL(world.config.publicUrl).origin
    expect(
      (await call('/api/v1/user-profile', { headers: { origin: site } })).headers.get('access-control-allow-origin'),
    ).toBe(site)
    expect(
      (await call('/api/v1/user-profile', { headers: { origin: 'https://elsewhere.test' } })).headers.get(
        'access-control-allow-origin',
      ),
    ).toBeNull()
  })
})

describe('log-in', () => {
  test.each([
    [{}, 'Email is required'],
    [{ email: '', password: 'x' }, 'Email is required'],
    [{ email: ['a@b.test'], password: 'x' }, 'Email is required'],
    [{ email: 'nobody', password: 'x' }, 'Please enter a valid email address'],
  ])('field errors use the sentences of docs/specification.md §5: %j', async (body, message) => {
    expect(await post('/api/v1/log-in', body)).toMatchObject({
      status: 400,
      body: { errorCode: 'FIELD_INVALID', message, fields: { email: message } },
    })
  })

  test('a call for a signed-in person needs a valid bearer token', async () => {
    expect(await call('/api/v1/user-profile')).toMatchObject({ status: 401, body: { errorCode: 'TOKEN_REQUIRED' } })
    for (const authorization of ['Bearer a.b.c', 'Basic eDp5', 'Bearer']) {
      expect(await call('/api/v1/user-profile', { headers: { authorization } })).toMatchObject({
        status: 401,
        body: { errorCode: 'TOKEN_INVALID' },
      })
    }
  })
})

test('the profile endpoint returns the signed-in person only', async () => {
  const email = `${randomUUID()}@understudy.test`
  const account = { email, name: 'Demo Person', roles: ['learner'], timezoneId: 'Asia/Manila' }
  await createVerifiedAccount(world.db, createPasswords(), account, 'a long enough password')
  const { body: tokens } = await post('/api/v1/log-in', {
    email: ` ${email.toUpperCase()} `,
    password: 'a long enough password',
  })
  expect(Object.keys(tokens)).toEqual(['token', 'refresh_token'])
  const { body: profile } = await call('/api/v1/user-profile', { headers: { authorization: `Bearer ${tokens.token}` } })
  const learner = { phoneNumber: null, countryCode: null, timezoneId: 'Asia/Manila' }
  expect(profile).toEqual({
    user_id: expect.any(String),
    email,
    learner,
    name: 'Demo Person',
    roles: ['learner'],
    marketing: false,
  })
})

test.each([
  ['/api/v1/log-in', { email: 'a@b.test' }, 'Password is required'],
  ['/api/v1/sign-up-payment-options', {}, 'This is required'],
  ['/api/v1/sign-up-payment-options', { courseCode: 7 }, 'This is not valid'],
  ['/api/v1/sign-up-payment-options', { courseCode: 'NG', seats: 11 }, 'This is not valid'],
])('%s with %j returns our own sentence', async (path, body, message) => {
  expect(await post(path, body)).toMatchObject({ status: 400, body: { errorCode: 'FIELD_INVALID', message } })
})

test('a refresh token of any type is refused as an invalid token', async () => {
  for (const refreshToken of [7, null, {}, 'x'])
    expect(await post('/api/v1/get-token', { refreshToken })).toMatchObject({
      status: 401,
      body: { errorCode: 'REFRESH_INVALID' },
    })
})

test('get-local-pricing accepts its two query values as text, and refuses others', async () => {
  const getMultiplier = async (query: string) =>
    (await call(`/api/v1/get-local-pricing?${query}`)).body.conversionMultiplier
  const multiplier = await getMultiplier('countryCode=PH')
  for (const flag of ['true', '1'])
    expect((await getMultiplier(`countryCode=PH&isBackConversion=${flag}`)) * multiplier).toBeCloseTo(1, 12)
  expect(await getMultiplier('countryCode=PH&isBackConversion=false')).toBe(multiplier)
  expect((await call('/api/v1/get-local-pricing?isBackConversion=perhaps')).status).toBe(400)
})

test('text that PostgreSQL cannot store is refused before any query', async () => {
  for (const body of ['{"courseCode":"N\\u0000G"}', '{"courseCode":"\\ud800"}', '{"a\\u0000":1}'])
    expect(await post('/api/v1/sign-up-payment-options', body)).toMatchObject({
      status: 400,
      body: { errorCode: 'BODY_INVALID' },
    })
  expect((await call('/api/v1/next-course-date?coursePrefixCodes=%00')).status).toBe(400)
})

describe('an order over HTTP', () => {
  const order = async (body: object, key: string = randomUUID()) =>
    post('/api/v1/sign-up-payment/card', body, { 'idempotency-key': key })

  test('the same key returns the same response, twenty times at once; another body under the key is refused', async () => {
    const body = await checkoutBody(world, await givenCourse(world))
    const key = randomUUID()
    const responses = await Promise.all(Array.from({ length: 20 }, () => order(body, key)))
    const accepted = responses.filter((answer) => answer.status === 200)
    expect(accepted.length).toBeGreaterThan(0)
    expect(new Set(accepted.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    for (const answer of responses)
      expect(answer.status === 200 || answer.body.errorCode === 'IDEMPOTENCY_IN_FLIGHT').toBe(true)
    expect(await order(body, key)).toMatchObject({ status: 200, body: accepted[0]!.body })
    expect(await order({ ...body, name: 'Another Name' }, key)).toMatchObject({
      status: 422,
      body: { errorCode: 'IDEMPOTENCY_MISMATCH' },
    })
  })

  test('a request that outlives its key returns the response of the process that took the key over', async () => {
    const [called, resume] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let calls = 0
    const createIntent: Gateway['createIntent'] = async (input) => {
      if (++calls === 1) {
        called.resolve()
        await resume.promise
      }
      return world.gateway!.createIntent(input)
    }
    const slow = await startApi(withGateway(world, { ...world.gateway!, createIntent }))
    const body = await checkoutBody(world, await givenCourse(world))
    const key = randomUUID()
    const send = () => slow.post('/api/v1/sign-up-payment/card', body, { 'idempotency-key': key })
    const first = send()
    await called.promise
    let second: Awaited<ReturnType<typeof send>>
    // A freshly started database can still report the key as in flight.
    do {
      await sql`update idempotency set locked_until = now() - interval '1 second' where key = ${key}`.execute(world.db)
      second = await send()
    } while (second.body.errorCode === 'IDEMPOTENCY_IN_FLIGHT')
    resume.resolve()
    expect(second.status).toBe(200)
    expect((await first).body).toEqual(second.body)
    expect((await send()).body).toEqual(second.body)
    await slow.close()
  })

  test('an order without an idempotency key does nothing', async () => {
    const courseCode = await givenCourse(world)
    const answer = await post('/api/v1/sign-up-payment/card', await checkoutBody(world, courseCode))
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'IDEMPOTENCY_KEY_REQUIRED' } })
  })

  test('a client cannot set price, discount, status or role', async () => {
    const body = await checkoutBody(world, await givenCourse(world))
    const forged = {
      ...body,
      total: { amount: '0.01', currency: 'USD' },
      price: 1,
      amount: 1,
      discount: 100,
      status: 'complete',
      role: 'admin',
      isAdmin: true,
    }
    const { body: answer } = await order(forged)
    const orderResponse = await call(`/api/v1/orders/${answer.data.orderId}`, {
      headers: { authorization: `Bearer ${answer.data.checkoutToken}` },
    })
    expect(orderResponse.body.data.totals.total).toEqual({ amount: '399.00', currency: 'USD' })
    expect(orderResponse.body.data.status).toBe('pending')
  })

  test('order, card, complete: the checkout token works as bearer and as vt, and only for its order', async () => {
    const { body: placed } = await order(await checkoutBody(world, await givenCourse(world)))
    const { orderId, checkoutToken, clientSecret } = placed.data
    expect(await post('/sandbox/v1/confirm', { clientSecret, ...cards.good })).toMatchObject({
      status: 200,
      body: { status: 'succeeded' },
    })
    const verifyPath = `/api/v1/verify-payment?orderId=${orderId}`
    expect(await call(verifyPath, { headers: { authorization: `Bearer ${checkoutToken}` } })).toMatchObject({
      status: 200,
      body: { status: 'complete' },
    })
    expect(await call(`${verifyPath}&vt=${checkoutToken}`)).toMatchObject({ status: 200, body: { status: 'complete' } })
    for (const path of [
      verifyPath,
      `/api/v1/verify-payment?orderId=${randomUUID()}&vt=${checkoutToken}`,
      '/api/v1/orders/not-an-id',
      `/api/v1/orders/${orderId}`,
    ]) {
      expect(await call(path)).toMatchObject({
        status: 404,
        body: { errorCode: 'ORDER_NOT_FOUND', message: 'We couldn’t find this order.' },
      })
    }
  })
})

describe('the sandbox’s webhook', () => {
  test('is accepted only with a valid signature, and once', async () => {
    const { body: placed } = await post(
      '/api/v1/sign-up-payment/card',
      await checkoutBody(world, await givenCourse(world)),
      { 'idempotency-key': randomUUID() },
    )
    await post('/sandbox/v1/confirm', { clientSecret: placed.data.clientSecret, ...cards.good })
    const { id } = await getNewestEvent()
    const delivery = (await world.gateway!.sandbox.delivery(id))!
    const deliver = (signature: string, body = delivery.body) =>
      post('/api/v1/webhooks/sandbox', body, { 'sandbox-signature': signature })

    for (const signature of [
      '',
      't=1,v1=x',
      delivery.signature.replace(/v1=(.)/, (_, first) => `v1=${first === '_' ? '-' : '_'}`),
      delivery.signature.replace(/t=\d/, 't=9'),
    ]) {
      expect(await deliver(signature)).toMatchObject({ status: 400, body: { errorCode: 'SIGNATURE_INVALID' } })
    }
    expect(await deliver(delivery.signature, delivery.body.replace('intent.', 'intend.'))).toMatchObject({
      status: 400,
    })
    await Promise.all(
      Array.from({ length: 10 }, async () => expect((await deliver(delivery.signature)).status).toBe(200)),
    )
    const stored = await world.db.selectFrom('provider_event').selectAll().where('event_id', '=', id).execute()
    expect(stored).toHaveLength(1)
  })
})

async function getNewestEvent(): Promise<{ id: string }> {
  const result = await sql<{ id: string }>`select id from sandbox.event order by created_at desc limit 1`.execute(
    world.db,
  )
  return result.rows[0]!
}
