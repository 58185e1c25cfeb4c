import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { createVerifiedAccount } from '#people/accounts/sign-up/create-verified-account.ts'
import { type Api, startApi } from '../../tests/world/api.ts'
import { PASSWORD } from '../../tests/world/identity.ts'
import { checkoutBody, givenCourse } from '../../tests/world/selling.ts'
import { createWorld, type World } from '../../tests/world/world.ts'

let world: World
let api: Api
beforeAll(async () => {
  world = await createWorld(20, { TRUSTED_PROXIES: '127.0.0.1' })
  api = await startApi(world)
})
afterAll(async () => {
  await api.close()
  await world.close()
})

const post = (path: string, body: unknown, key: string, headers: Record<string, string> = {}) =>
  api.post(`/api/v1/${path}`, body, { 'idempotency-key': key, 'x-forwarded-for': '203.0.113.1', ...headers })

const listRows = (key: string) => world.db.selectFrom('idempotency').selectAll().where('key', '=', key).execute()

async function learner(): Promise<Record<string, string>> {
  const email = `${randomUUID()}@understudy.test`
  const account = { email, name: 'Demo Person', roles: ['learner'], timezoneId: 'UTC' }
  await createVerifiedAccount(world.db, createPasswords(), account, PASSWORD)
  const { body } = await api.post('/api/v1/log-in', { email, password: PASSWORD })
  return { authorization: `Bearer ${body.token}` }
}

test('an optional key of a guest stores nothing, and neither does a key on a webhook', async () => {
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
    expect([path, await listRows(key)]).toEqual([path, []])
  }
  const key = randomUUID()
  expect((await post('webhooks/sandbox', { id: 'evt_1' }, key, await learner())).status).toBe(400)
  expect(await listRows(key)).toEqual([])
})

test('a guest’s refusal is not stored; an accepted order is, and a repeat gets its response', async () => {
  const courseCode = await givenCourse(world, { seats: 1 })
  const body = await checkoutBody(world, courseCode)
  const key = randomUUID()
  await world.db.updateTable('cohort').set({ taken: 1 }).where('cohort_code', '=', courseCode).execute()
  expect(await post('sign-up-payment/card', body, key)).toMatchObject({ body: { errorCode: 'SEATS_TAKEN' } })
  expect(await listRows(key)).toEqual([])

  await world.db.updateTable('cohort').set({ taken: 0 }).where('cohort_code', '=', courseCode).execute()
  const placed = await post('sign-up-payment/card', body, key)
  expect(placed.status).toBe(200)
  expect((await post('sign-up-payment/card', body, key)).body).toEqual(placed.body)
  expect(await listRows(key)).toHaveLength(1)
})

test('an optional key of a signed-in person returns the same response again, also a refusal', async () => {
  const headers = await learner()
  const [key, refused] = [randomUUID(), randomUUID()]
  const body = { courseCode: await givenCourse(world) }
  const first = await post('sign-up-payment-options', body, key, headers)
  expect(first.status).toBe(200)
  expect((await post('sign-up-payment-options', body, key, headers)).body).toEqual(first.body)
  expect((await post('sign-up-payment-options', { courseCode: 'NOSUCH' }, refused, headers)).status).toBe(404)
  expect(await listRows(refused)).toHaveLength(1)
})

test('one client has at most a thousand stored responses: those older than an hour are deleted, younger ones stay', async () => {
  const clientHeaders = { 'x-forwarded-for': '198.51.100.77' }
  const createOrderBody = async () => checkoutBody(world, await givenCourse(world))
  const key = randomUUID()
  const body = await createOrderBody()
  const first = await post('sign-up-payment/card', body, key, clientHeaders)
  expect(first.status).toBe(200)
  await sql`insert into idempotency (actor, key, client, request_hash, claim, state, status, answer, locked_until, expires_at)
    select 'guest', gen_random_uuid()::text, client, request_hash, gen_random_uuid(), state, status, answer, locked_until, expires_at
    from idempotency cross join generate_series(1, 999) where key = ${key}`.execute(world.db)
  const countStored = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from idempotency
      where client = (select client from idempotency where key = ${key})`.execute(world.db)
    return rows[0]!.count
  }

  const tooMany = await post('sign-up-payment/card', await createOrderBody(), randomUUID(), clientHeaders)
  expect(tooMany).toMatchObject({ status: 429, body: { errorCode: 'RATE_LIMITED' } })
  expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(3500)
  expect((await post('sign-up-payment/card', body, key, clientHeaders)).body).toEqual(first.body)
  expect((await post('sign-up-payment/card', await createOrderBody(), randomUUID())).status).toBe(200)
  expect(await countStored()).toBe(1000)

  await sql`update idempotency set expires_at = expires_at - interval '2 hours' where actor = 'guest' and key <> ${key}`.execute(
    world.db,
  )
  expect((await post('sign-up-payment/card', await createOrderBody(), randomUUID(), clientHeaders)).status).toBe(200)
  expect(await countStored()).toBe(901)
  expect((await post('sign-up-payment/card', body, key, clientHeaders)).body).toEqual(first.body)
})
