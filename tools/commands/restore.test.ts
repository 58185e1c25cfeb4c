/** `restore` as an operator runs it, over a database that the program has made on a new machine, and for a move. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#config/config.ts'
import { requireStopped } from '#platform/backup/running-programs.ts'
import { writeBackup } from '#platform/backup/write-backup.ts'
import { givenPaidOrder } from '../../tests/world/bought.ts'
import { createEmptyDatabase, createOwnedDatabase } from '../../tests/world/database.ts'
import { createWorld, type World } from '../../tests/world/world.ts'
import { createToolDeps } from '../tool-deps.ts'

const SECRET = 'the secret of this test, and of no other'

let world: World
let folder: string
let backup: string
beforeAll(async () => {
  world = await createWorld()
  folder = await mkdtemp(join(tmpdir(), 'understudy-restore-'))
  const storeId = randomUUID()
  await world.db.insertInto('installation').values({ created_mode: 'demo', blob_store_id: storeId }).execute()
  await world.blobs.put('store-id', Buffer.from(`${storeId}\n`))
  await givenPaidOrder(world)
  // The queue of the world ends its connection when it has nothing to do.
  await vi.waitFor(() => requireStopped(world.db), { timeout: 60_000 })
  backup = join(folder, 'stopped.backup')
  const from = { url: world.databaseUrl, blobs: world.blobs, roots: [Buffer.from(SECRET)] as [Buffer] }
  await writeBackup(from, backup, { id: randomUUID(), passphrase: null })
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

async function restore(databaseUrl: string, ...options: string[]): Promise<string> {
  const env = {
    ...process.env,
    MODE: 'demo',
    DATA_DIR: await mkdtemp(join(folder, 'data-')),
    DATABASE_URL: databaseUrl,
    SECRET,
  }
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['tools/u.ts', 'restore', backup, ...options],
    {
      env,
    },
  ).catch((error: { stdout: string; stderr: string }) => error)
  return stdout + stderr
}

test('over a new database it needs the list of deleted accounts, and says which numbers are left out', async () => {
  const fresh = await createEmptyDatabase()
  const settings = { MODE: 'demo', DATABASE_URL: fresh.url, SECRET, DATA_DIR: await mkdtemp(join(folder, 'fresh-')) }
  await (await createToolDeps(readConfig(settings))).close()
  expect(await restore(fresh.url, '--replace')).toContain('No “erasures.json” is beside')
  await writeFile(join(folder, 'none.json'), '[]')
  const output = await restore(fresh.url, '--replace', '--erasures', join(folder, 'none.json'))
  expect(output).toContain('the database that was replaced is not the one that went on after this backup')
  expect(output).toMatch(/INV-0*2 to INV-\d{11} are left out/)
  expect(output).toMatch(/The next numbers are INV-\d{11}, \S+\d{11}, U-\d{11}\n/)
  await fresh.close()
})

test('for a move it goes on with the next numbers, and says what must not have happened', async () => {
  const empty = await createOwnedDatabase()
  const output = await restore(empty.url, '--without-erasures', '--continue-numbers')
  expect(output).toMatch(/The next numbers are INV-0*2, /)
  expect(output).toContain('--continue-numbers leaves out none. If the program ran after')
  await empty.close()
})
