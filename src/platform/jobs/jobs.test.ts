import { sql } from 'kysely'
import { CLOCK_OVERRIDE_SETTING, TestClock } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { createDb, type Db } from '../db/db.ts'
import { createLog } from '../log.ts'
import { defineJob, handleJob } from './define-job.ts'
import { createJobQueue, type Jobs } from './jobs.ts'

/** Shared by the worker and by the connections that enqueue. It stands still until a test moves it. */
const clock = new TestClock()
let database: TestDatabase
let db: Db
let closeDb: () => Promise<void>
let jobs: Jobs

beforeAll(async () => {
  database = await createTestDatabase()
  const url = new URL(database.url)
  url.searchParams.set('options', `-c ${CLOCK_OVERRIDE_SETTING}=on`)
  ;({ db, close: closeDb } = createDb(url.href, createLog('silent')))
  jobs = createJobQueue(database.url, createLog('silent'), true, clock)
  await jobs.start()
})

afterAll(async () => {
  await jobs.stop()
  await closeDb()
  await database.close()
})

async function countJobs(name: string, state: 'created' | 'retry'): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) from pgboss.job where name = ${name} and state = ${state}`.execute(db)
  return rows[0]?.count ?? 0
}
const waiting = (name: string) => countJobs(name, 'created')

const defineEmpty = (name: `test.${string}`) => defineJob({ name })
const defineWithWord = (name: `test.${string}`) => defineJob({ name, schema: z.object({ word: z.string() }) })

test('a transaction that is rolled back enqueues nothing', async () => {
  const undone = defineEmpty('test.undone')
  const transaction = db.transaction().execute(async (tx) => {
    await jobs.enqueue(tx, undone, {})
    throw new Error('no')
  })
  await expect(transaction).rejects.toThrow('no')
  expect(await waiting('test.undone')).toBe(0)

  await db.transaction().execute((tx) => jobs.enqueue(tx, undone, {}))
  expect(await waiting('test.undone')).toBe(1)
})

test('a job is not added if one with its key is waiting; other jobs are', async () => {
  const keyed = defineEmpty('test.keyed')
  for (const key of ['a', 'a', 'b', undefined, undefined]) await jobs.enqueue(db, keyed, {}, { key })
  expect(await waiting('test.keyed')).toBe(4)
})

test('a deferred job is not added if one with its name and key is waiting; other jobs are', async () => {
  const seen: string[] = []
  const [deferred, other] = [defineWithWord('test.deferred'), defineWithWord('test.other')]
  await jobs.work([deferred, other].map((job) => handleJob(job, async ({ word }) => seen.push(`${job.name} ${word}`))))
  const startAfter = new Date(clock.now() + 60_000)
  await db.transaction().execute(async (tx) => {
    for (const word of ['first', 'second']) await jobs.enqueue(tx, deferred, { word }, { key: 'a', startAfter })
    await jobs.enqueue(tx, deferred, { word: 'third' }, { key: 'b', startAfter })
    await jobs.enqueue(tx, other, { word: 'fourth' }, { key: 'a', startAfter })
  })
  await clock.tick(62_000)
  await expect.poll(() => seen.toSorted()).toEqual(['test.deferred first', 'test.deferred third', 'test.other fourth'])
})

test('a job runs as soon as its transaction committed', async () => {
  const seen: string[] = []
  const job = defineWithWord('test.run')
  await jobs.work([handleJob(job, async ({ word }) => seen.push(word))])
  await db.transaction().execute((tx) => jobs.enqueue(tx, job, { word: 'now' }))
  await expect.poll(() => seen).toEqual(['now'])
})

test('a failed job is retried, and the other jobs are not', async () => {
  const seen: string[] = []
  const job = defineWithWord('test.retried')
  const handler = async ({ word }: { word: string }) => {
    seen.push(word)
    if (word === 'bad' && seen.filter((one) => one === 'bad').length < 2) throw new Error('not yet')
  }
  await db.transaction().execute(async (tx) => {
    await jobs.enqueue(tx, job, { word: 'good' })
    await jobs.enqueue(tx, job, { word: 'bad' })
  })
  await jobs.work([handleJob(job, handler)])
  await expect.poll(() => countJobs('test.retried', 'retry')).toBe(1)
  expect(seen.toSorted()).toEqual(['bad', 'good'])
  await clock.tick(4_000)
  await expect.poll(() => seen.toSorted()).toEqual(['bad', 'bad', 'good'])
})

test('a job that fails beside a slow one is retried soon after both have ended', async () => {
  const seen: string[] = []
  const job = defineWithWord('test.beside')
  const slow = Promise.withResolvers<void>()
  await db.transaction().execute(async (tx) => {
    await jobs.enqueue(tx, job, { word: 'slow' })
    await jobs.enqueue(tx, job, { word: 'bad' })
  })
  const handler = async ({ word }: { word: string }) => {
    seen.push(word)
    if (word === 'slow') await slow.promise
    else if (seen.filter((one) => one === 'bad').length < 2) throw new Error('not yet')
  }
  await jobs.work([handleJob(job, handler)])
  await expect.poll(() => seen.toSorted()).toEqual(['bad', 'slow'])
  await clock.tick(10_000)
  slow.resolve()
  await expect.poll(() => countJobs('test.beside', 'retry')).toBe(1)
  await clock.tick(4_000)
  await expect.poll(() => seen.toSorted()).toEqual(['bad', 'bad', 'slow'])
})

test('a job with a start time does not run before it, and within a second or two after it', async () => {
  const seen: number[] = []
  const due = clock.now() + 60_000
  const job = defineEmpty('test.later')
  await jobs.work([handleJob(job, async () => seen.push(clock.now()))])
  await jobs.enqueue(db, job, {}, { startAfter: new Date(due) })
  await clock.tick(59_900)
  expect(seen).toEqual([])
  await clock.tick(2_100)
  await expect.poll(() => seen.length).toBe(1)
})

test('several processes may schedule the same job', async () => {
  const handler = handleJob(defineJob({ name: 'test.scheduled', cron: '* * * * *' }), async () => {})
  await jobs.work([handler])
  await jobs.work([handler])
  const { rows } = await sql<{
    count: number
  }>`select count(*) from pgboss.schedule where name = 'test.scheduled'`.execute(db)
  expect(rows[0]?.count).toBe(1)
})

test('a job runs at the times of its schedule', async () => {
  const seen: number[] = []
  await jobs.work([handleJob(defineJob({ name: 'test.each-minute', cron: '* * * * *' }), async () => seen.push(1))])
  for (let second = 0; second < 150; second += 5) await clock.tick(5_000)
  await expect.poll(() => seen.length).toBeGreaterThan(0)
})

test('a second handler for the same name replaces the first', async () => {
  const seen: string[] = []
  const job = defineEmpty('test.replaced')
  await jobs.work([handleJob(job, async () => seen.push('first'))])
  await jobs.work([handleJob(job, async () => seen.push('second'))])
  await jobs.enqueue(db, job, {})
  await expect.poll(() => seen).toEqual(['second'])
})

test('a job whose data does not match its schema fails, and its verb is not called', async () => {
  const seen: string[] = []
  const job = defineWithWord('test.malformed')
  await jobs.work([handleJob(job, async ({ word }) => seen.push(word))])
  await jobs.enqueue(db, { ...job, schema: z.object() }, {})
  await expect.poll(() => countJobs(job.name, 'retry')).toBe(1)
  expect(seen).toEqual([])
})
