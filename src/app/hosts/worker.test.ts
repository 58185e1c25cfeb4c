import pg from 'pg'
import { TestClock } from 'pg-boss'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineJob, handleJob, type Job } from '#platform/jobs/define-job.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { listJobHandlers, startWorker } from './worker.ts'

/** About five and a half in a minute with the jobs of five and of ten minutes. */
const MAX_STATEMENTS = 7
/** More than there are. */
const QUEUES = 100
/** Longer than a round of rare polls, see `WORK` in src/platform/jobs/jobs.ts, and with the jobs of one minute. */
const WINDOW_SECONDS = 61

/** Tomorrow, because the clock of a job's transaction must not be ahead of the worker's. */
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const clock = new TestClock(`${tomorrow}T10:09:30Z`)
let world: World
beforeAll(async () => {
  world = await createWorld(10, {}, clock)
})
afterAll(() => world.close())

const probeJob = defineJob({ name: 'test.probe', schema: z.object({ word: z.string() }) })

test('every job that a feature defines has exactly one handler', () => {
  const queues = import.meta.glob<Record<string, unknown>>('../../**/queue.ts', { eager: true })
  const defined = Object.values(queues).flatMap((queue) => Object.entries(queue))
  const names = defined.filter(([key]) => key.endsWith('Job')).map(([, job]) => (job as Job).name)
  expect(names.length).toBeGreaterThan(50)
  const handled = listJobHandlers(world, { wake: () => {} }, { wake: () => {} }).map(({ job }) => job.name)
  expect(handled.toSorted()).toEqual(names.toSorted())
})

test('an idle worker sends PostgreSQL at most seven statements a second, and starts a new job without a poll', async () => {
  const words: string[] = []
  await startWorker(world)
  await world.jobs.work([handleJob(probeJob, async ({ word }) => words.push(word))])
  const simple = vi.spyOn(pg.Connection.prototype as unknown as Wire, 'query')
  const prepared = vi.spyOn(pg.Connection.prototype as unknown as Wire, 'bind')
  for (let second = 0; second < WINDOW_SECONDS; second++) await clock.tick(1_000)
  const texts = simple.mock.calls.map(([text]) => text)
  const values = prepared.mock.calls.map(([bound]) => bound.values).filter((bound) => !isClockMoved(bound))
  const count = values.length + texts.flatMap((text) => text.split(';').filter((part) => part.trim())).length
  vi.restoreAllMocks()
  expect(count).toBeGreaterThan(WINDOW_SECONDS / 2)
  // This clock is sixty times faster than PostgreSQL, so the listener may miss its heartbeat. It then connects anew, and
  // each queue asks once.
  const reconnections = texts.filter((text) => text.startsWith('LISTEN')).length
  expect(count - reconnections * QUEUES).toBeLessThanOrEqual(MAX_STATEMENTS * WINDOW_SECONDS)

  // The clock stands still: PostgreSQL announces the jobs.
  for (const word of ['one', 'two', 'three']) {
    await world.db.transaction().execute((tx) => world.jobs.enqueue(tx, probeJob, { word }))
    await expect.poll(() => words.at(-1)).toBe(word)
  }
})

/** The messages of the protocol that carry a statement. */
type Wire = { query(text: string): void; bind(config: { values: readonly unknown[] }): void }

/** The test's clock stores its time in the database too, in seconds since 1970. */
const isClockMoved = (values: readonly unknown[]) => values.length === 1 && Number(values[0]) > 1_000_000_000
