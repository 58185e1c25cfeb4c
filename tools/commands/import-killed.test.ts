/** The operator's import, killed at random moments. Promise L13. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectAssets } from '#media/collect-assets.ts'
import { createDiskBlobs } from '#platform/blobs/disk-blobs.ts'
import { raceRounds } from '../../tests/support/laws.ts'
import { createRandom } from '../../tests/support/random.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/world/database.ts'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'import-killed-'))
})
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

function startImport() {
  const child = spawn(process.execPath, ['tools/u.ts', 'import', 'content'], {
    env: { ...process.env, NODE_OPTIONS: '', MODE: 'demo', DATABASE_URL: database.url, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  return { child, ended: once(child, 'exit').then(([code]) => ({ code, errors })) }
}

/** The rows of an import, and the jobs that it leaves for courses. */
async function countRows(): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from course) as courses, (select count(*)::int from cohort) as cohorts,
    (select count(*)::int from offer) as offers, (select count(*)::int from module) as modules,
    (select count(*)::int from lesson) as lessons, (select count(*)::int from cohort_session) as sessions,
    (select count(*)::int from asset) as assets, (select count(*)::int from caption_cue) as cues,
    (select count(*)::int from pgboss.job where name = 'course.changed') as jobs`.execute(database.db)
  return rows[0]!
}

const countOthers = async () => {
  const { rows } = await sql`select from pg_stat_activity where datname = current_database()
    and backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()`.execute(database.db)
  return rows.length
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function clearAll(): Promise<void> {
  await sql`truncate course, creator, refund_terms, promo_code, asset, asset_reference cascade`.execute(database.db)
  await sql`delete from pgboss.job where name = 'course.changed'`.execute(database.db)
}

test('an import that is killed at any moment leaves everything or nothing, with the jobs of its courses', async () => {
  const random = createRandom(Number(process.env.LAW_SEED ?? 1))
  const lefts: Record<string, number>[] = []
  for (const _ of raceRounds) {
    const { child, ended } = startImport()
    while (child.exitCode === null && (await countOthers()) === 0) await pause(2)
    await pause(random.next() * 400)
    child.kill('SIGKILL')
    await ended
    while ((await countOthers()) > 0) await pause(5)
    lefts.push(await countRows())
    if (lefts.at(-1)!.lessons) await clearAll()
  }
  expect(await startImport().ended).toEqual({ code: 0, errors: '' })
  const all = await countRows()
  const none = Object.fromEntries(Object.keys(all).map((name) => [name, 0]))
  expect(Math.min(...Object.values(all))).toBeGreaterThan(0)
  for (const left of lefts) expect([all, none]).toContainEqual(left)
  const blobs = createDiskBlobs(join(dataDir, 'blobs'))
  const later = () => new Date(Date.now() + 2 * 86_400_000)
  await collectAssets({ ...database, blobs, clock: later, jobs: null as never, log: null as never })
  expect((await Array.fromAsync(blobs.list('original/'))).length).toBe(all.assets)
}, 600_000)
