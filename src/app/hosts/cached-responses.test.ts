import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { importContent } from '#catalogue/catalog/files/import.ts'
import type { Deps } from '#http/deps.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { mountApi } from './api.ts'
import { createCachedPageHandler } from './cached-page-handler.ts'
import { createCaches } from './caches.ts'
import { setDefaultHeaders } from './default-headers.ts'

let now = new Date('2026-11-21T09:00:00Z')
let world: World
let base: string
let close: () => Promise<void>
/** The routes of the responses that were sent without the framework. */
const fromCache: string[] = []

beforeAll(async () => {
  world = { ...(await createWorld()), clock: () => now }
  await importContent(world, 'content', now)
  const deps = world as Deps
  const caches = createCaches(deps)!
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  setDefaultHeaders(app, world.config)
  await mountApi(app, deps, ['login', 'payment', 'static-data'], undefined, caches.responses)
  await app.ready()
  const handle = createCachedPageHandler(
    // The server's port is not that of PUBLIC_URL.
    { config: { ...world.config, demoPublic: true } },
    () => null,
    caches.responses,
    ({ route = '' }) => fromCache.push(route),
  )
  const server = createServer((request, response) => {
    if (!handle(request, response)) app.routing(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/`
  close = async () => {
    server.close()
    await app.close()
    await world.close()
  }
  // The cache is cleared once more when the process begins to listen.
  await vi.waitFor(async () => expect((await ask('courses/SND')).isFromCache).toBe(true), { timeout: 30_000 })
})
afterAll(() => close())

async function ask(path: string, headers: Record<string, string> = {}) {
  fromCache.length = 0
  const response = await fetch(base + path, { headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, isFromCache: fromCache.length > 0 }
}

const CARD = 'course-card-data?courseCodes=NSPR'
const PATHS = [
  CARD,
  'next-course-date?coursePrefixCodes=NG,VFX&timezoneId=Europe/Paris',
  'courses/NG',
  'get-course-list-by-prefix?course_prefix_code=NG',
  'get-course-offer-by-offer-code?course_offer_code=NG-2027-01',
  'get-local-pricing?countryCode=PH&amounts=399.00',
]

test.each(PATHS)('%s is the same from the cache, whoever asks', async (path) => {
  const first = await ask(path, { cookie: 'country=PH', 'x-forwarded-for': '203.0.113.7' })
  const second = await ask(path, { cookie: 'country=DE', 'accept-language': 'de-DE' })
  expect([first.status, first.isFromCache, second.isFromCache]).toEqual([200, false, true])
  expect(second.text).toBe(first.text)
  for (const { headers } of [first, second]) {
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding, origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect(headers.get('set-cookie')).toBeNull()
  }
  const same = await ask(path, { 'if-none-match': second.headers.get('etag')! })
  expect([same.status, same.text]).toEqual([304, ''])
})

test('a caller of the site’s origin gets its header, and no other caller gets that from the cache', async () => {
  const origin = new URL(world.config.publicUrl).origin
  const path = `${CARD}&timezoneId=Asia/Manila`
  expect((await ask(path, { origin })).headers.get('access-control-allow-origin')).toBe(origin)
  expect((await ask(path, { origin })).headers.get('access-control-allow-origin')).toBe(origin)
  const plain = await ask(path)
  expect([plain.isFromCache, plain.headers.get('access-control-allow-origin')]).toEqual([true, null])
})

test('an invalid token is refused, although the response is in the cache', async () => {
  await ask(CARD)
  const refused = await ask(CARD, { authorization: 'Bearer a.b.c' })
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([401, 'no-store'])
})

test('what is personal, refused or about an unknown course is not cached', async () => {
  for (const [path, status] of [
    ['get-country-data?list=1', 200],
    ['promo-code?code=NG10', 404],
    ['courses/ZZZ', 404],
    ['course-card-data?courseCodes=NG,ZZZ', 200],
    ['next-course-date?coursePrefixCodes=ZZZ', 200],
    ['course-card-data?courseCodes=NG&timezoneId=Mars/Base', 400],
  ] as const) {
    for (const visit of [1, 2]) {
      const answer = await ask(path)
      expect([path, visit, answer.status, answer.isFromCache]).toEqual([path, visit, status, false])
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
  }
  const german = await ask('get-country-data', { cookie: 'country=DE' })
  const plain = await ask('get-country-data')
  expect([german, plain].map(({ text }) => JSON.parse(text).data.current.countryCode)).toEqual(['DE', 'US'])
})

test('a seat that is taken, a price and a course of an import are in the next response', async () => {
  const seats = async () => JSON.parse((await ask(CARD)).text).data[0].seatsRemaining
  await sql`update cohort set taken = capacity - 4 where course_code = 'NSPR' and state = 'open'`.execute(world.db)
  await expect.poll(seats).toBe(4)
  await sql`update cohort set taken = taken + 1 where course_code = 'NSPR' and state = 'open'`.execute(world.db)
  await expect.poll(seats).toBe(3)

  const prices = async () => JSON.parse((await ask(PATHS[3]!)).text).data.map(({ price }: { price: number }) => price)
  const before = await prices()
  await sql`update offer set price_minor = price_minor + 100 where cohort_code like 'NG%'`.execute(world.db)
  await expect.poll(prices).toEqual(before.map((price: number) => price + 1))
  await importContent(world, 'content', now)
  await expect.poll(prices).toEqual(before)

  const rate = async () => JSON.parse((await ask(PATHS[5]!)).text).conversionMultiplier
  const oldRate = await rate()
  await sql`update exchange_rate set per_usd = per_usd * 2 where currency = 'PHP'`.execute(world.db)
  await expect.poll(rate).toBe(oldRate * 2)
})

test('a response is fresh until the next time that changes it, not a second longer', async () => {
  const card = async () => {
    const { text, isFromCache } = await ask('course-card-data?courseCodes=NG')
    return { isFromCache, ...JSON.parse(text).data[0] }
  }
  const { changesAt } = await card()
  now = new Date(Date.parse(changesAt) - 5_000)
  expect(await card()).toMatchObject({ changesAt, isFromCache: false })
  now = new Date(Date.parse(changesAt) - 1)
  expect(await card()).toMatchObject({ changesAt, isFromCache: true })
  now = new Date(Date.parse(changesAt))
  const after = await card()
  expect(after.isFromCache).toBe(false)
  expect(Date.parse(after.changesAt)).toBeGreaterThan(Date.parse(changesAt))
})
