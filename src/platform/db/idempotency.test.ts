import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../tests/world/database.ts'
import type { Db } from './db.ts'
import { acquireKey, completeKey, releaseKey, startRenewingKey } from './idempotency.ts'

let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await createTestDatabase(20))
})
afterAll(() => close())

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
/** A database that has just been started leaves everybody the time of one lapse. */
const settled = () =>
  expect
    .poll(
      async () => (await sql`select where pg_postmaster_start_time() < now() - interval '9 seconds'`.execute(db)).rows,
    )
    .toHaveLength(1)

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
  await settled()
  await expiresIn(key, -0.001)
  expect(await again()).toMatchObject({ is: 'acquired' })
})

test('no call takes over the key of a living process, however slow it is', async () => {
  await settled()
  const { key, acquire, again } = await claimed()
  const release = startRenewingKey(db, acquire)
  const others: string[] = []
  // Three lives of a claim that had nearly lapsed each time.
  for (let life = 0; life < 3; life++) {
    await expiresIn(key, 6)
    await expect
      .poll(
        async () => {
          others.push(...(await Promise.all(Array.from({ length: 10 }, again))).map(({ is }) => is))
          return msLeft(key)
        },
        { interval: 25 },
      )
      .toBeGreaterThan(6_000)
  }
  release()
  expect(new Set(others)).toEqual(new Set(['running']))
  expect(await completeKey(db, acquire, 200, Buffer.from('done'))).toBe(true)
  expect(await again()).toMatchObject({ is: 'done', status: 200 })
})

test('a process that lost its key cannot renew, free or finish it', async () => {
  await settled()
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
  // One failure each half second.
  let failures = 10
  const unavailable = db.withPlugin({
    transformQuery: ({ node }) => {
      if (failures-- > 0) throw new Error('Connection terminated unexpectedly')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await releaseKey(unavailable, acquire)
  expect(await again()).toEqual({ is: 'running' })
  await expect.poll(async () => (await again()).is).toBe('acquired')
})
