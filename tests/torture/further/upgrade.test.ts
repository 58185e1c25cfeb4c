/** An upgrade to a version with one more migration: on trial, killed at any moment, whole, and back again. */

import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '../../support/random.ts'
import { buy } from '../../world/buyer.ts'
import { insertEverythingAbout } from '../../world/everything-about.ts'
import { createLaterVersion, LATER_MIGRATION } from '../../world/later-version.ts'
import { killAfter, startCommand } from '../../world/operator.ts'
import { createServerDb, type RunningServer, startServer } from '../../world/server.ts'

const KILLS = Number(process.env.UPGRADE_KILLS ?? 2)

let server: RunningServer
let later: string
let backups: string
beforeAll(async () => {
  backups = await mkdtemp(join(tmpdir(), 'understudy-upgrade-'))
  server = await startServer()
  later = await createLaterVersion()
})
afterAll(async () => {
  await server?.dispose()
  for (const folder of [later, backups]) await rm(folder, { recursive: true, force: true })
})

const settings = () => ({ MODE: 'demo', DATA_DIR: server.dataDir, BACKUP_DIR: backups })
const earlier = (...args: string[]) => startCommand(settings(), null, ...args).ended
const upgrade = (...args: string[]) => startCommand(settings(), later, 'upgrade', ...args)

/** Rows of every feature. Some of them break a rule of the audit, as rows of a test may. */
async function insertEverything(): Promise<void> {
  const { db, close } = await createServerDb(server)
  const [person, admin] = await db
    .insertInto('person')
    .values([
      { email: `everything-${randomUUID()}@understudy.test`, name: 'Everything Once' },
      { email: `admin-${randomUUID()}@understudy.test`, name: 'An Admin' },
    ])
    .returning(['id', 'email', 'name'])
    .execute()
  await insertEverythingAbout(db, person!, admin!.id)
  await close()
}

/** A checksum of each table that no version of this test changes. */
async function readRows(): Promise<unknown> {
  const { db, close } = await createServerDb(server)
  const sums: Record<string, unknown> = {}
  for (const table of ['payment', 'enrolment', 'ledger_entry', 'refund', 'certificate', 'lesson']) {
    const sum = sql<string>`select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum`
    const { rows } = await sql<{ sum: string }>`${sum} from ${sql.table(table)} t`.execute(db)
    sums[table] = rows[0]?.sum
  }
  await close()
  return sums
}

test('an upgrade survives kills, needs a stopped program, keeps every row, and leads back by one command', async () => {
  expect((await buy(server.url, 'NG-2027-01')).outcome).toBe('complete')
  await insertEverything()

  const began = performance.now()
  const checked = await upgrade('--check', '--accept-broken-rules').ended
  const tookMs = performance.now() - began
  expect(checked).toMatchObject({ code: 0, output: expect.stringContaining(`migrated: ${LATER_MIGRATION}`) })
  expect(await upgrade().ended).toMatchObject({ code: 1, output: expect.stringContaining('still runs') })
  expect(await readdir(backups)).toEqual([])
  await server.interrupt()

  const rows = await readRows()
  const random = createRandom(Number(process.env.LAW_SEED ?? 1))
  const back = async () => {
    const restored = await earlier('upgrade', '--back')
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('is held') })
    await earlier('release-hold', '--accept-differences')
  }
  for (let kill = 0; kill < KILLS; kill++) {
    await killAfter(upgrade('--accept-broken-rules'), random.next() * tookMs * 1.2)
    const after = await earlier('audit')
    // The earlier version either reads its rows, or is told the way back.
    if (after.output.includes('older than its data')) await back()
    else expect(after.output).toContain('rules are broken')
    expect(await readRows()).toEqual(rows)
  }

  const upgraded = await upgrade('--accept-broken-rules').ended
  expect(upgraded).toMatchObject({ code: 0, output: expect.stringContaining('upgrade --back') })
  expect(await earlier('audit')).toMatchObject({ code: 1, output: expect.stringContaining('older than its data') })
  expect(await readRows()).toEqual(rows)
  const laterServer = await startServer({ DATA_DIR: server.dataDir }, later)
  expect((await buy(laterServer.url, 'NG-2027-01')).outcome).toBe('complete')
  await laterServer.interrupt()

  await back()
  expect(await readRows()).toEqual(rows)
  await server.start()
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ok' })
  expect((await buy(server.url, 'NG-2027-01')).outcome).toBe('complete')
}, 2_700_000)
