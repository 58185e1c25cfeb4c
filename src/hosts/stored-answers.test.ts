import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAccount } from '#features/accounts/make-account.ts'
import { openPasswords } from '#features/accounts/passwords.ts'
import { type Api, openApi } from '../../tests/api.ts'
import { PASSWORD } from '../../tests/identity.ts'
import { checkoutBody, givenCourse } from '../../tests/selling.ts'
import { openWorld, type World } from '../../tests/world.ts'

let world: World
let api: Api
beforeAll(async () => {
  world = await openWorld(20, { TRUSTED_PROXIES: '127.0.0.1' })
  api = await openApi(world)
})
afterAll(async () => {
  await api.close()
  await world.close()
})

const post = (path: string, body: unknown, key: string, headers: Record<string, string> = {}) =>
  api.post(`/api/v1/${path}`, body, { 'idempotency-key': key, 'x-forwarded-for': '203.0.113.1', ...headers })

const rowsFor = (key: string) => world.db.selectFrom('idempotency').selectAll().where('key', '=', key).execute()

async function learner(): Promise<Record<string, string>> {
  const email = `${randomUUID()}@understudy.test`
  const account = { email, name: 'Demo Person', roles: ['learner'], timezoneId: 'UTC' }
  await makeAccount(world.db, openPasswords(), account, PASSWORD)
  const { body } = await api.post('/api/v1/log-in', { email, password: PASSWORD })
  return { authorization: `Bearer ${body.token}` }
}

test('an optional key of a guest stores nothing, and neither does one on a webhook', async () => {
  const courseCode = await givenCourse(world)
  const calls: [string, object, number][] = [
    ['sign-up-payment-options', { courseCode }, 200],
    ['support-messages', { email: 'ana@cruz.test', message: 'Hello', page: '/faq' }, 200],
    [`orders/${randomUUID()}/pay`, { paymentMethod: 'card' }, 404],
    ['webhooks/sandbox', { id: 'evt_1' }, 400],
  ]
  for (const [path, body, status] of calls) {
    const key = randomUUID()
    expect([path, (await post(path, body, key)).status]).toEqual([path, status])
    expect([path, await rowsFor(key)]).toEqual([path, []])
  }
  const key = randomUUID()
  expect((await post('webhooks/sandbox', { id: 'evt_1' }, key, await learner())).status).toBe(400)
  expect(await rowsFor(key)).toEqual([])
})

test('a refusal of a guest is not stored; an accepted order is, and a repeat gets its answer', async () => {
  const courseCode = await givenCourse(world, { seats: 1 })
  const body = await checkoutBody(world, courseCode)
  const key = randomUUID()
  await world.db.updateTable('cohort').set({ taken: 1 }).where('course_code', '=', courseCode).execute()
  expect(await post('sign-up-payment/card', body, key)).toMatchObject({ body: { errorCode: 'SEATS_TAKEN' } })
  expect(await rowsFor(key)).toEqual([])

  await world.db.updateTable('cohort').set({ taken: 0 }).where('course_code', '=', courseCode).execute()
  const placed = await post('sign-up-payment/card', body, key)
  expect(placed.status).toBe(200)
  expect((await post('sign-up-payment/card', body, key)).body).toEqual(placed.body)
  expect(await rowsFor(key)).toHaveLength(1)
})

test('an optional key of a signed-in person gets the same answer again, refusals too', async () => {
  const headers = await learner()
  const [key, refused] = [randomUUID(), randomUUID()]
  const body = { courseCode: await givenCourse(world) }
  const first = await post('sign-up-payment-options', body, key, headers)
  expect(first.status).toBe(200)
  expect((await post('sign-up-payment-options', body, key, headers)).body).toEqual(first.body)
  expect((await post('sign-up-payment-options', { courseCode: 'NOSUCH' }, refused, headers)).status).toBe(404)
  expect(await rowsFor(refused)).toHaveLength(1)
})

test('one client has a thousand stored answers at most: those older than an hour make way, younger ones stay', async () => {
  const from = { 'x-forwarded-for': '198.51.100.77' }
  const order = async () => checkoutBody(world, await givenCourse(world))
  const [key, body] = [randomUUID(), await order()]
  const first = await post('sign-up-payment/card', body, key, from)
  expect(first.status).toBe(200)
  await sql`insert into idempotency (actor, key, client, request_hash, claim, state, status, answer, locked_until, expires_at)
    select 'guest', gen_random_uuid()::text, client, request_hash, gen_random_uuid(), state, status, answer, locked_until, expires_at
    from idempotency cross join generate_series(1, 999) where key = ${key}`.execute(world.db)
  const stored = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from idempotency
      where client = (select client from idempotency where key = ${key})`.execute(world.db)
    return rows[0]!.count
  }

  const tooMany = await post('sign-up-payment/card', await order(), randomUUID(), from)
  expect(tooMany).toMatchObject({ status: 429, body: { errorCode: 'RATE_LIMITED' } })
  expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(3500)
  expect((await post('sign-up-payment/card', body, key, from)).body).toEqual(first.body)
  expect((await post('sign-up-payment/card', await order(), randomUUID())).status).toBe(200)
  expect(await stored()).toBe(1000)

  await sql`update idempotency set expires_at = expires_at - interval '2 hours' where actor = 'guest' and key <> ${key}`.execute(
    world.db,
  )
  expect((await post('sign-up-payment/card', await order(), randomUUID(), from)).status).toBe(200)
  expect(await stored()).toBe(901)
  expect((await post('sign-up-payment/card', body, key, from)).body).toEqual(first.body)
})
