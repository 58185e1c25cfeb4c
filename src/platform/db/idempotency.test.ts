import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/database.ts'
import type { Db } from './db.ts'
import { claimKey, finishKey, freeKey, keepKey } from './idempotency.ts'

let db: Db
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(20))
})
afterAll(() => close())

async function claimed() {
  const key = randomUUID()
  const again = () => claimKey(db, 'guest', key, 'hash')
  const first = await again()
  if (first.is !== 'ours') throw new Error('a new key is whoever’s asks first')
  return { key, claim: first.id, again }
}
const lapsesIn = (key: string, seconds: number) =>
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
      {
        timeout: 15_000,
      },
    )
    .toHaveLength(1)

test('of a hundred who ask with one key at once one runs', async () => {
  const key = randomUUID()
  const all = await Promise.all(Array.from({ length: 100 }, () => claimKey(db, 'guest', key, 'hash')))
  expect(all.filter((claim) => claim.is === 'ours')).toHaveLength(1)
  expect(all.filter((claim) => claim.is === 'running')).toHaveLength(99)
})

test('whoever died is waited for no longer than nine seconds', async () => {
  const { key, again } = await claimed()
  expect(await msLeft(key)).toBeLessThanOrEqual(9_000)
  expect(await again()).toEqual({ is: 'running' })
  await settled()
  await lapsesIn(key, -0.001)
  expect(await again()).toMatchObject({ is: 'ours' })
})

test('whoever lives is never overtaken, however slow, by however many', async () => {
  await settled()
  const { key, claim, again } = await claimed()
  const release = keepKey(db, claim)
  const others: string[] = []
  // Three lives of a claim that had nearly lapsed each time.
  for (let life = 0; life < 3; life++) {
    await lapsesIn(key, 4)
    await expect
      .poll(
        async () => {
          others.push(...(await Promise.all(Array.from({ length: 10 }, again))).map(({ is }) => is))
          return msLeft(key)
        },
        { timeout: 6_000, interval: 25 },
      )
      .toBeGreaterThan(4_000)
  }
  release()
  expect(new Set(others)).toEqual(new Set(['running']))
  expect(await finishKey(db, claim, 200, Buffer.from('done'))).toBe(true)
  expect(await again()).toMatchObject({ is: 'done', status: 200 })
})

test('who was overtaken all the same neither renews, nor frees, nor finishes what is another’s now', async () => {
  await settled()
  const { key, claim, again } = await claimed()
  await lapsesIn(key, -0.001)
  expect(await again()).toMatchObject({ is: 'ours' })
  await freeKey(db, claim)
  expect(await finishKey(db, claim, 200, Buffer.from('late'))).toBe(false)
  expect(await again()).toEqual({ is: 'running' })
})

test('a key that cannot be set free while the database is away is free once it is back, without waiting for its lapse', async () => {
  const { claim, again } = await claimed()
  let failures = 2
  const away = db.withPlugin({
    transformQuery: ({ node }) => {
      if (failures-- > 0) throw new Error('Connection terminated unexpectedly')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await freeKey(away, claim)
  expect(await again()).toEqual({ is: 'running' })
  await expect.poll(async () => (await again()).is, { timeout: 8_000 }).toBe('ours')
})
