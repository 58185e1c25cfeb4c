import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { createLog } from '../log.ts'
import { createJobQueue, type Jobs } from './jobs.ts'

let database: TestDatabase
let jobs: Jobs

beforeAll(async () => {
  database = await createTestDatabase()
  jobs = createJobQueue(database.url, createLog('silent'))
  await jobs.start()
})

afterAll(async () => {
  await jobs.stop()
  await database.close()
})

async function waiting(name: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) from pgboss.job where name = ${name} and state = 'created'`.execute(database.db)
  return rows[0]?.count ?? 0
}

test('a transaction that is rolled back enqueues nothing', async () => {
  const { db } = database
  const undone = db.transaction().execute(async (tx) => {
    await jobs.enqueue(tx, 'test.undone', {})
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(await waiting('test.undone')).toBe(0)

  await db.transaction().execute((tx) => jobs.enqueue(tx, 'test.undone', {}))
  expect(await waiting('test.undone')).toBe(1)
})

test('a job is not added if one with its key is waiting; other jobs are', async () => {
  for (const key of ['a', 'a', 'b', undefined, undefined]) await jobs.enqueue(database.db, 'test.keyed', {}, { key })
  expect(await waiting('test.keyed')).toBe(4)
})

test('a deferred job is not added if one with its name and key is waiting; other jobs are', async () => {
  const seen: string[] = []
  for (const name of ['test.deferred', 'test.other'] as const)
    await jobs.work(name, async ({ word }: { word: string }) => seen.push(`${name} ${word}`))
  const startAfter = new Date(Date.now() + 500)
  await database.db.transaction().execute(async (tx) => {
    for (const word of ['first', 'second']) await jobs.enqueue(tx, 'test.deferred', { word }, { key: 'a', startAfter })
    await jobs.enqueue(tx, 'test.deferred', { word: 'third' }, { key: 'b', startAfter })
    await jobs.enqueue(tx, 'test.other', { word: 'fourth' }, { key: 'a', startAfter })
  })
  await expect.poll(() => seen.toSorted()).toEqual(['test.deferred first', 'test.deferred third', 'test.other fourth'])
})

test('a job runs soon after its transaction committed', async () => {
  const seen: string[] = []
  await jobs.work('test.run', async ({ word }: { word: string }) => seen.push(word))
  await database.db.transaction().execute((tx) => jobs.enqueue(tx, 'test.run', { word: 'now' }))
  await expect.poll(() => seen, { timeout: 20_000 }).toEqual(['now'])
})

test('a failed job is retried, and the other jobs are not', async () => {
  const seen: string[] = []
  const handler = async ({ word }: { word: string }) => {
    seen.push(word)
    if (word === 'bad' && seen.filter((one) => one === 'bad').length < 2) throw new Error('not yet')
  }
  await database.db.transaction().execute(async (tx) => {
    await jobs.enqueue(tx, 'test.retried', { word: 'good' })
    await jobs.enqueue(tx, 'test.retried', { word: 'bad' })
  })
  await jobs.work('test.retried', handler)
  await expect.poll(() => seen.toSorted()).toEqual(['bad', 'bad', 'good'])
})

test('a job that fails beside a slow one is retried soon after both have ended', async () => {
  const seen: string[] = []
  await database.db.transaction().execute(async (tx) => {
    await jobs.enqueue(tx, 'test.beside', { word: 'slow' })
    await jobs.enqueue(tx, 'test.beside', { word: 'bad' })
  })
  await jobs.work('test.beside', async ({ word }: { word: string }) => {
    seen.push(word)
    if (word === 'slow') await pause(4_000)
    else if (seen.filter((one) => one === 'bad').length < 2) throw new Error('not yet')
  })
  await expect.poll(() => seen.toSorted()).toEqual(['bad', 'bad', 'slow'])
})

test('a job with a start time does not run before it', async () => {
  const seen: number[] = []
  const due = Date.now() + 1_500
  await jobs.work('test.later', async () => seen.push(Date.now()))
  await jobs.enqueue(database.db, 'test.later', {}, { startAfter: new Date(due) })
  await expect.poll(() => seen.length).toBe(1)
  expect(seen[0]).toBeGreaterThanOrEqual(due - 50)
  expect(seen[0]).toBeLessThan(due + 15_000)
})

test('several processes may schedule the same job', async () => {
  await jobs.schedule('test.scheduled', '* * * * *')
  await jobs.schedule('test.scheduled', '* * * * *')
  const { rows } = await sql<{
    count: number
  }>`select count(*) from pgboss.schedule where name = 'test.scheduled'`.execute(database.db)
  expect(rows[0]?.count).toBe(1)
})

test('a second handler for the same name replaces the first', async () => {
  const seen: string[] = []
  await jobs.work('test.replaced', async () => seen.push('first'))
  await jobs.work('test.replaced', async () => seen.push('second'))
  await jobs.enqueue(database.db, 'test.replaced', {})
  await expect.poll(() => seen).toEqual(['second'])
})
