import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Deps } from '#http/deps.ts'
import { createWorld, type World } from '../../tests/world/world.ts'
import { startWorker } from './worker.ts'

/** About five on average. The window may contain the jobs of five and ten minutes, which makes it up to six. */
const MAX_STATEMENTS = 7
/** Longer than a round of rare polls, see `WORK` in src/platform/jobs/jobs.ts, and with the jobs of one minute. */
const WINDOW_SECONDS = 305

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('an idle worker sends PostgreSQL at most seven statements a second, and starts a new job within one', async () => {
  const started = await startWorkerWith('test.probe')
  const simple = vi.spyOn(pg.Connection.prototype as unknown as Wire, 'query')
  const prepared = vi.spyOn(pg.Connection.prototype as unknown as Wire, 'bind')
  vi.spyOn(pg.Connection.prototype as never as { parse(c: object): void }, 'parse')
  const end = Date.now() + WINDOW_SECONDS * 1000
  await expect.poll(() => Date.now() > end, { timeout: 330_000, interval: 250 }).toBe(true)
  const texts = simple.mock.calls.map(([text]) => text)
  const count =
    prepared.mock.calls.length + texts.flatMap((text) => text.split(';').filter((part) => part.trim())).length
  const names = prepared.mock.calls.map(([c]) => String((c as {statement?: string}).statement ?? '') )
  const all = [...texts.map((x) => x.trim().replace(/\s+/g, ' ').slice(0, 90)), ...names.map((n) => 'P ' + n)]
  const by = Object.entries(Object.groupBy(all, (x) => x)).map(([k, v]) => [v!.length, k] as const).sort((a, b) => b[0] - a[0])
  const q = vi.isMockFunction(pg.Connection.prototype.parse) ? pg.Connection.prototype.parse.mock.calls.length : 0
  const parsed = (pg.Connection.prototype as never as { parse: { mock: { calls: [{ text: string }][] } } }).parse.mock.calls.map(([c]) => c.text.trim().replace(/\s+/g, ' ').slice(0, 110))
  const pb = Object.entries(Object.groupBy(parsed, (x) => x)).map(([k, v]) => [v!.length, k] as const).sort((a, b) => b[0] - a[0])
  writeFileSync('/tmp/w/idle.txt', `count ${count} per s ${count / WINDOW_SECONDS} q ${q}\n` + [...by.slice(0, 20), ...pb.slice(0, 50)].map((x) => x.join('  ')).join('\n'))
  vi.restoreAllMocks()
  expect(count).toBeGreaterThan(WINDOW_SECONDS / 2)
  expect(count / WINDOW_SECONDS).toBeLessThanOrEqual(MAX_STATEMENTS)

  const enqueuedAt = Date.now()
  await world.db.transaction().execute((tx) => world.jobs.enqueue(tx, 'test.probe', {}))
  await expect.poll(() => started.length, { timeout: 5_000, interval: 10 }).toBe(1)
  expect(started[0]! - enqueuedAt).toBeLessThan(1_000)
}, 400_000)

/** The messages of the protocol that carry a statement. */
type Wire = { query(text: string): void; bind(config: object): void }

async function startWorkerWith(name: 'test.probe'): Promise<number[]> {
  const started: number[] = []
  await startWorker(world as Deps)
  await world.jobs.work(name, async () => started.push(Date.now()))
  return started
}
