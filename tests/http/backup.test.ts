/** The operator's commands on a running installation: backup, kill -9, verification, restore, release. */

import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#platform/db/embedded.ts'
import { createLog } from '#platform/log.ts'
import { createRandom } from '../support/random.ts'
import { buy } from '../world/buyer.ts'
import { killAfter, startCommand } from '../world/operator.ts'
import { createServerDb, type RunningServer, startServer } from '../world/server.ts'

/** Of a restore. `npm run u -- prove torture backup` kills more often, and a backup under load too. */
const KILLS = Number(process.env.BACKUP_KILLS ?? 1)
const killsBackups = process.env.BACKUP_KILLS !== undefined
const PASSPHRASE = 'correct horse battery staple'

let server: RunningServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-backup-'))
  server = await startServer({ BACKUP_DIR: join(folder, 'nightly'), BACKUP_PASSPHRASE: PASSPHRASE })
})
afterAll(async () => {
  await server.dispose()
  await rm(folder, { recursive: true, force: true })
})

const start = (dataDir: string, ...args: string[]) => startWith({ MODE: 'demo', DATA_DIR: dataDir }, ...args)

const startWith = (settings: Record<string, string>, ...args: string[]) =>
  startCommand({ ...settings, BACKUP_PASSPHRASE: PASSPHRASE }, null, ...args)

const run = (dataDir: string, ...args: string[]) => start(dataDir, ...args).ended

const random = createRandom(Number(process.env.LAW_SEED ?? 1))

/** @param longest ms */
const killWhile = (longest: number, dataDir: string, ...args: string[]) =>
  killAfter(start(dataDir, ...args), random.next() * longest)

const readPage = async (url: string) => {
  const page = await fetch(url)
  expect(page.status).toBe(200)
  return (await page.text()).replaceAll(url, '').replaceAll(new URL(url).host, '')
}

test('a worker that was away makes the backup of the night at its start', async () => {
  const { db, close } = await createServerDb(server)
  await db
    .updateTable('scheduled_job')
    .set({ succeeded_at: new Date(Date.now() - 2 * 3_600_000) })
    .where('name', '=', 'backup.check')
    .execute()
  await close()
  await server.interrupt()
  await server.start()
  const list = () => readdir(join(folder, 'nightly')).catch(() => [])
  await expect
    .poll(list, { timeout: 60_000 })
    .toEqual(['erasures.json', expect.stringMatching(/^understudy-.*\.backup$/)])
  const [, name] = await list()
  const verified = await run(server.dataDir, 'backup', '--verify', join(folder, 'nightly', name!))
  expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('The backup is good.') })
})

test('a backup is made with the mode and the secret of the installation only', async () => {
  const file = join(folder, 'wrong.backup')
  const otherMode = startWith({ MODE: 'development', DATA_DIR: server.dataDir }, 'backup', file)
  expect(await otherMode.ended).toMatchObject({ code: 1, output: expect.stringContaining('MODE=demo') })
  const { url, stop } = await startEmbedded(server.dataDir, createLog('silent'))
  const dataDir = join(folder, 'without-secret')
  const withoutSecret = startWith({ MODE: 'demo', DATA_DIR: dataDir, DATABASE_URL: url }, 'backup', file)
  expect(await withoutSecret.ended).toMatchObject({ code: 1, output: expect.stringContaining('There is no secret') })
  await stop()
  expect(existsSync(file)).toBe(false)
  expect(existsSync(dataDir)).toBe(false)
})

if (killsBackups)
  test('a backup under load survives kills, and is whole', async () => {
    const file = join(folder, 'all.backup')
    for (let kill = 0; kill < KILLS; kill++) {
      await killWhile(4000, server.dataDir, 'backup', file)
      if (existsSync(file)) await rm(file)
    }
    const [made] = await Promise.all([run(server.dataDir, 'backup', file), buy(server.url, 'NG-2027-01')])
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('encrypted, with the root secret') })
    const verified = await run(server.dataDir, 'backup', '--verify', file)
    expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('The backup is good.') })
  }, 2_700_000)

test('the installation is rebuilt from the backup and the passphrase alone, although its restore is killed', async () => {
  const bought = await buy(server.url, 'NG-2027-01')
  expect(bought.outcome).toBe('complete')
  // Without buyers, so that the pages are of the same moment.
  const quiet = join(folder, 'quiet.backup')
  const made = await run(server.dataDir, 'backup', quiet)
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('encrypted, with the root secret') })
  const page = await readPage(server.url)
  await server.interrupt()

  const dataDir = join(folder, 'restored')
  // It has no list beside it.
  expect(await run(dataDir, 'restore', quiet)).toMatchObject({ output: expect.stringContaining('--without-erasures') })
  const restoring = ['restore', quiet, '--erasures', join(folder, 'nightly', 'erasures.json')]
  for (let kill = 0; kill < KILLS; kill++) await killWhile(5000, dataDir, ...restoring)
  const restored = await run(dataDir, ...restoring)
  const wasWhole = restored.output.includes('is not empty')
  expect(wasWhole ? 0 : restored.code).toBe(0)
  expect((await readdir(dataDir)).sort()).toEqual(expect.arrayContaining(['blobs', 'postgres', 'secret']))

  const again = await startServer({ DATA_DIR: dataDir })
  try {
    expect(await (await fetch(`${again.url}/readyz`)).json()).toEqual({ status: 'ok', heldSince: expect.any(String) })
    expect(await readPage(again.url)).toBe(page)
    expect(await run(dataDir, 'audit')).toMatchObject({ code: 0 })
    expect(await run(dataDir, 'doctor')).toMatchObject({ code: 1, output: expect.stringContaining('release-hold') })
    expect(await run(dataDir, 'release-hold')).toMatchObject({ code: 0, output: expect.stringContaining('Released') })
    expect(await (await fetch(`${again.url}/readyz`)).json()).toEqual({ status: 'ok' })
    expect((await buy(again.url, 'NG-2027-01')).outcome).toBe('complete')
  } finally {
    await again.dispose()
  }
}, 2_700_000)
