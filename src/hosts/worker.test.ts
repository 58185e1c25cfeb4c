import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Deps } from '#http/deps.ts'
import { createWorld, type World } from '../../tests/world/world.ts'
import { startWorker } from './worker.ts'

/** About five on average. The window may contain the jobs of five and ten minutes, which makes it up to six. */
const MAX_STATEMENTS = 7
/** Longer than a round of rare polls, see `WORK` in src/platform/jobs/jobs.ts, and with the jobs of one minute. */
const WINDOW_SECONDS = 61

let world: World
beforeAll(async () => {
  world = await createWorld(10, {}, { hasSchedules: true })
})
afterAll(() => world.close())

test('an idle worker sends PostgreSQL at most seven statements a second, and starts a new job within one', async () => {
  const started = await startWorkerWith('test.probe')
  const simple = vi.spyOn(pg.Connection.prototype as unknown as Wire, 'query')
  const prepared = vi.spyOn(pg.Connection.prototype as unknown as Wire, 'bind')
  const end = Date.now() + WINDOW_SECONDS * 1000
  await expect.poll(() => Date.now() > end, { timeout: 120_000, interval: 250 }).toBe(true)
  const texts = simple.mock.calls.map(([text]) => text)
  const count =
    prepared.mock.calls.length + texts.flatMap((text) => text.split(';').filter((part) => part.trim())).length
  vi.restoreAllMocks()
  expect(count).toBeGreaterThan(WINDOW_SECONDS / 2)
  expect(count / WINDOW_SECONDS).toBeLessThanOrEqual(MAX_STATEMENTS)

  const delays: number[] = []
  for (const count of [1, 2, 3]) {
    const enqueuedAt = Date.now()
    await world.db.transaction().execute((tx) => world.jobs.enqueue(tx, 'test.probe', {}))
    await expect.poll(() => started.length, { interval: 10 }).toBe(count)
    delays.push(started[count - 1]! - enqueuedAt)
  }
  // Not each of the three, because other processes may have the processor for a moment.
  expect(delays.toSorted((a, b) => a - b)[1]).toBeLessThan(1_000)
}, 240_000)

/** The messages of the protocol that carry a statement. */
type Wire = { query(text: string): void; bind(config: object): void }

async function startWorkerWith(name: 'test.probe'): Promise<number[]> {
  const started: number[] = []
  await startWorker(world as Deps)
  await world.jobs.work(name, async () => started.push(Date.now()))
  return started
}
