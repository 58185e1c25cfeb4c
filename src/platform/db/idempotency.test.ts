import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../tests/world/database.ts'
import { createLog } from '../log.ts'
import { createDb, type Db } from './db.ts'
import { acquireKey, completeKey, releaseKey, startRenewingKey } from './idempotency.ts'

let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase(20)
  // PostgreSQL's function of this name comes second, so that the tests say when the database started.
  const url = new URL(database.url)
  url.searchParams.set('options', '-c search_path=public,pg_catalog')
  const own = createDb(url.href, createLog('silent'), 20)
  db = own.db
  close = async () => {
    await own.close()
    await database.close()
  }
  await startedBefore('1 hour')
})
afterAll(() => close())
afterEach(() => {
  vi.useRealTimers()
})

const startedBefore = (time: string) =>
  sql`create or replace function public.pg_postmaster_start_time() returns timestamptz stable language sql
    as ${sql.lit(`select now() - interval '${time}'`)}`.execute(db)

async function claimed() {
  const key = randomUUID()
  const again = () => acquireKey(db, 'guest', key, 'hash')
  const first = await again()
  if (first.is !== 'acquired') throw new Error('a new key is whoever’s asks first')
  return { key, acquire: first.id, again }
}
const expiresIn = (key: string, seconds: number) =>
  sql`update idempotency set locked_until = now() + ${seconds} * interval '1 second' where key = ${key}`.execute(db)
const msLeft = async (key: string): Promise<number> => {
  const { rows } = await sql<{ ms: number }>`select (extract(epoch from locked_until - now()) * 1000)::int as ms
    from idempotency where key = ${key}`.execute(db)
  return rows[0]!.ms
}
test('of a hundred simultaneous calls with one key, one runs', async () => {
  const key = randomUUID()
  const all = await Promise.all(Array.from({ length: 100 }, () => acquireKey(db, 'guest', key, 'hash')))
  expect(all.filter((acquire) => acquire.is === 'acquired')).toHaveLength(1)
  expect(all.filter((acquire) => acquire.is === 'running')).toHaveLength(99)
})

test('a call waits for a dead process at most nine seconds', async () => {
  const { key, again } = await claimed()
  expect(await msLeft(key)).toBeLessThanOrEqual(9_000)
  expect(await again()).toEqual({ is: 'running' })
  await expiresIn(key, -0.001)
  expect(await again()).toMatchObject({ is: 'acquired' })
})

test('no call waits less after a start of the database, which no process could renew its key during', async () => {
  const { key, again } = await claimed()
  await expiresIn(key, -60)
  await startedBefore('8 seconds')
  expect(await again()).toEqual({ is: 'running' })
  await startedBefore('10 seconds')
  expect(await again()).toMatchObject({ is: 'acquired' })
})

test('no call takes over the key of a living process, however slow it is', async () => {
  const { key, acquire, again } = await claimed()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const release = startRenewingKey(db, acquire)
  const others: string[] = []
  // Three lives of a claim that had nearly lapsed each time.
  for (let life = 0; life < 3; life++) {
    await expiresIn(key, 6)
    vi.advanceTimersByTime(3_000)
    await expect
      .poll(async () => {
        others.push(...(await Promise.all(Array.from({ length: 10 }, again))).map(({ is }) => is))
        return msLeft(key)
      })
      .toBeGreaterThan(6_000)
  }
  release()
  expect(vi.getTimerCount()).toBe(0)
  expect(new Set(others)).toEqual(new Set(['running']))
  expect(await completeKey(db, acquire, 200, Buffer.from('done'))).toBe(true)
  expect(await again()).toMatchObject({ is: 'done', status: 200 })
})

test('a process that lost its key cannot renew, free or finish it', async () => {
  const { key, acquire, again } = await claimed()
  await expiresIn(key, -0.001)
  expect(await again()).toMatchObject({ is: 'acquired' })
  await releaseKey(db, acquire)
  expect(await completeKey(db, acquire, 200, Buffer.from('late'))).toBe(false)
  expect(await again()).toEqual({ is: 'running' })
})

test('a key that was not freed during a database outage is free after it, before it expires', async () => {
  const { key, acquire, again } = await claimed()
  await expiresIn(key, 600)
  let failures = 10
  const unavailable = db.withPlugin({
    transformQuery: ({ node }) => {
      if (failures-- > 0) throw new Error('Connection terminated unexpectedly')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const outage = Promise.withResolvers<void>()
  const waits: number[] = []
  await releaseKey(unavailable, acquire, async (ms) => {
    waits.push(ms)
    await outage.promise
  })
  expect(await again()).toEqual({ is: 'running' })
  outage.resolve()
  await expect.poll(async () => (await again()).is).toBe('acquired')
  // Ten attempts in less than the nine seconds after which a key expires.
  expect(waits).toEqual(Array(10).fill(500))
})
