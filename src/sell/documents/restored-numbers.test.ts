/** Numbers of documents after a restore, on a real database. docs/contract §41. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#config/config.ts'
import type { BackupHeader } from '#platform/backup/manifest.ts'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { requireStopped } from '#platform/backup/running-programs.ts'
import { type BackupSource, writeBackup } from '#platform/backup/write-backup.ts'
import { createDiskBlobs } from '#platform/blobs/disk-blobs.ts'
import { createDb, type Db } from '#platform/db/db.ts'
import { createLog } from '#platform/log.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { givenPaidOrder } from '../../../tests/world/bought.ts'
import { copyOwnedDatabase, createOwnedDatabase, type OwnedDatabase } from '../../../tests/world/database.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { getLastNumbers, type Series, skipNumbers } from './queries/restored-numbers.ts'
import { findGivenNumbers, type RestoredBackup } from './reserve-numbers.ts'

const SECRET = 'a secret of the tests, with enough characters'
const MINUTE_MS = 60_000

let world: World
let folder: string
let backup: string
const places: OwnedDatabase[] = []
beforeAll(async () => {
  world = await createWorld()
  folder = await mkdtemp(join(tmpdir(), 'understudy-numbers-'))
  const storeId = randomUUID()
  await world.db.insertInto('installation').values({ created_mode: 'demo', blob_store_id: storeId }).execute()
  await world.blobs.put('store-id', Buffer.from(`${storeId}\n`))
  await givenPaidOrder(world)
  backup = await back('night.backup')
})
afterAll(async () => {
  await world.close()
  // Copies before the database whose owner they have.
  for (const place of places.reverse()) await place.close()
  await rm(folder, { recursive: true, force: true })
})

async function back(name: string): Promise<string> {
  const path = join(folder, name)
  const from = { url: world.databaseUrl, blobs: world.blobs, roots: [Buffer.from(SECRET)] as [Buffer] }
  await writeBackup(from, path, { id: randomUUID(), passphrase: null })
  return path
}

type Restore = Partial<Pick<RestoredBackup, 'replaced' | 'continues'>> & { file?: string }

type Restored = { database: OwnedDatabase; blobs: BackupSource['blobs']; header: BackupHeader }
const restored = new Map<string, Promise<Restored>>()

/** The rows of a backup, which are restored once and copied afterwards. */
function restoreRows(file: string): Promise<Restored> {
  const known = restored.get(file)
  if (known) return known
  const restoring = (async () => {
    const { database, target } = await createTarget()
    const { header } = await restoreBackup(target, file, null)
    return { database, blobs: target.blobs, header }
  })()
  restored.set(file, restoring)
  return restoring
}

async function createTarget() {
  const database = await createOwnedDatabase()
  places.push(database)
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const config = readConfig({ MODE: 'demo', DATA_DIR: dataDir, DATABASE_URL: database.url, SECRET })
  return { database, target: { url: database.url, config, blobs: createDiskBlobs(join(dataDir, 'blobs')) } }
}

const skipAsKnown = (known: RestoredBackup) => (client: pg.Client) =>
  skipNumbers(client, (last) => findGivenNumbers(known, last))

/** What the command does with the numbers, in a transaction on the restored rows. */
async function restoreAt<Value>(
  now: Date,
  { replaced = null, continues = false, file = backup }: Restore,
  use: (db: Db, from: BackupSource) => Promise<Value>,
): Promise<Value> {
  const { database: rows, blobs, header } = await restoreRows(file)
  const { url, close: drop } = await copyOwnedDatabase(rows)
  places.push({ url, close: drop })
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { takenAt, wasStopped } = header
    await client.query('begin')
    await skipAsKnown({ takenAt, wasStopped, now, replaced, continues })(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
  const { db, close } = createDb(url, createLog('silent'), 2)
  try {
    return await use(db, { url, blobs, roots: [Buffer.from(SECRET)] })
  } finally {
    await close()
  }
}

/** Completes a new order, and refunds a part of it. @returns the numbers that its buyer sees */
async function sell(db: Db): Promise<Record<Series, number>> {
  const { rows } = await sql<{ id: string; number: number }>`
    insert into orders (state, product, payment_type, seats, currency, subtotal_minor, total_minor, email, name, timezone_id,
      person_id, terms_accepted_at)
    select 'open', 'gift-card', 'full', 0, currency, total_minor, total_minor, ${`${randomUUID()}@understudy.test`}, name,
      timezone_id, person_id, now() from orders where state = 'complete' limit 1 returning id, number`.execute(db)
  const { id, number } = rows[0]!
  await sql`insert into order_line (order_id, position, kind, label, amount_minor)
    select ${id}, 0, 'gift-card', 'Gift card', total_minor from orders where id = ${id}`.execute(db)
  await sql`update orders set state = 'complete', completed_at = now() where id = ${id}`.execute(db)
  await sql`update order_line set refunded_minor = 100 where order_id = ${id}`.execute(db)
  const numberOf = async (table: 'invoice' | 'credit_note') =>
    (await db.selectFrom(table).select('number').where('order_id', '=', id).executeTakeFirstOrThrow()).number
  return { invoice: await numberOf('invoice'), 'credit-note': await numberOf('credit_note'), order: number }
}

const findGaps = async (db: Db) =>
  (await audit({ ...world, db })).find(({ id }) => id === 'Q16')?.violations.filter(({ what }) => what === 'gap')

test('no document of after a restore has a number that one of after the backup has, however often it is restored', async () => {
  const lost = [await sell(world.db), await sell(world.db)]
  const first = new Date(Date.now() + MINUTE_MS)
  const given = [
    ...lost,
    ...(await restoreAt(first, {}, async (db) => {
      const sold = [await sell(db), await sell(db)]
      expect(await findGaps(db)).toEqual([])
      expect(sold[1]!.invoice - sold[0]!.invoice).toBe(1)
      return sold
    })),
    ...(await restoreAt(new Date(first.getTime() + MINUTE_MS), {}, async (db) => [await sell(db)])),
  ]
  expectOnce(given)
})

/** No number is there twice. */
function expectOnce(given: Record<Series, number>[]): void {
  for (const series of ['invoice', 'credit-note', 'order'] as const)
    expect(new Set(given.map((numbers) => numbers[series])).size, series).toBe(given.length)
}

test('a replaced database that is another one, or is behind the backup, is not believed', async () => {
  const early = await getLastNumbers(world.db)
  const given = [await sell(world.db)]
  const file = await back('later.backup')
  given.push(await sell(world.db), await sell(world.db))
  const now = new Date(Date.now() + MINUTE_MS)
  // A new machine has started the program once, and sold nothing, or much.
  const fresh = { invoice: 0, 'credit-note': 0, order: 20_417, installation: randomUUID() }
  const busy = { ...(await getLastNumbers(world.db)), invoice: early.invoice + 1, installation: randomUUID() }
  for (const [index, replaced] of [fresh, busy, early, { ...early, order: early.order + 9 }].entries())
    given.push(await restoreAt(new Date(now.getTime() + index * 1000), { replaced, file }, sell))
  expectOnce(given)
})

test('after a restore with a clock that was ahead, a later one with the right clock gives no number again', async () => {
  const ahead = new Date(Date.now() + 3 * 365 * 24 * 60 * MINUTE_MS)
  const file = join(folder, 'ahead.backup')
  const given = await restoreAt(ahead, {}, async (db, from) => {
    const sold = [await sell(db)]
    await writeBackup(from, file, { id: randomUUID(), passphrase: null })
    return [...sold, await sell(db), await sell(db)]
  })
  const now = new Date(Date.now() + MINUTE_MS)
  given.push(...(await restoreAt(now, { file }, async (db) => [await sell(db), await sell(db)])))
  given.push(await restoreAt(new Date(now.getTime() + MINUTE_MS), { file }, sell))
  expectOnce(given)
})

test('numbers of a backup go on only if no program ran when it was made, and the audit log says so', async () => {
  const program = new pg.Client({ connectionString: world.databaseUrl, application_name: 'understudy jobs' })
  await program.connect()
  const running = await back('running.backup')
  await program.end()
  await expect(restoreAt(new Date(), { continues: true, file: running }, getLastNumbers)).rejects.toThrow(
    'The program ran when this backup was made',
  )
  const last = await getLastNumbers(world.db)
  // The queue of the world ends its connection when it has nothing to do.
  await vi.waitFor(() => requireStopped(world.db), { timeout: 60_000 })
  const stopped = await back('stopped.backup')
  await restoreAt(new Date(), { continues: true, file: stopped }, async (db) => {
    expect((await sell(db)).invoice).toBe(last.invoice + 1)
    const events = await db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'numbers-continued')
      .execute()
    expect(events.map(({ details }) => details)).toEqual([
      { invoice: last.invoice + 1, 'credit-note': last['credit-note'] + 1, order: last.order + 1 },
    ])
  })
})

test('over the database that it replaces, numbers go on with those of that database, and the audit log names the others', async () => {
  await sell(world.db)
  const last = await getLastNumbers(world.db)
  await restoreAt(new Date(), { replaced: last }, async (db) => {
    expect((await sell(db)).invoice).toBe(last.invoice + 1)
    expect(await findGaps(db)).toEqual([])
    const events = await db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'numbers-skipped')
      .execute()
    expect(events.map(({ details }) => details)).toContainEqual({
      series: 'invoice',
      firstNumber: 2,
      lastNumber: last.invoice,
    })
    // A lost number is still found.
    await sql`alter table document_series disable trigger user`.execute(db)
    await sql`update document_series set last_number = last_number + 1`.execute(db)
    expect(await findGaps(db)).toHaveLength(2)
  })
})

test('a clock that is before the backup is refused, and nothing is restored', async () => {
  const { database, target } = await createTarget()
  const now = new Date(Date.now() - 24 * 60 * MINUTE_MS)
  const skip = async (client: pg.Client, { takenAt, wasStopped }: BackupHeader) => {
    await skipAsKnown({ takenAt, wasStopped, now, replaced: null, continues: false })(client)
  }
  await expect(restoreBackup({ ...target, skipNumbers: skip }, backup, null)).rejects.toThrow('Set the clock')
  const client = new pg.Client(database.url)
  await client.connect()
  expect((await client.query("select to_regclass('orders') as orders")).rows).toEqual([{ orders: null }])
  await client.end()
})
