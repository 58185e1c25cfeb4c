/** Numbers of documents after a restore, on a real database. docs/contract §41. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config/config.ts'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { writeBackup } from '#platform/backup/write-backup.ts'
import { createDiskBlobs } from '#platform/blobs/disk-blobs.ts'
import { createDb, type Db } from '#platform/db/db.ts'
import { createLog } from '#platform/log.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { givenPaidOrder } from '../../../tests/world/bought.ts'
import { createOwnedDatabase, type OwnedDatabase } from '../../../tests/world/database.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { getLastNumbers, type LastNumbers, skipNumbers } from './queries/restored-numbers.ts'
import { reserveAllNumbers } from './reserve-numbers.ts'

const SECRET = 'a secret of the tests, with enough characters'
const MINUTE_MS = 60_000

let world: World
let folder: string
let backup: string
const places: OwnedDatabase[] = []
beforeAll(async () => {
  world = await createWorld()
  folder = await mkdtemp(join(tmpdir(), 'understudy-numbers-'))
  await givenPaidOrder(world)
  backup = join(folder, 'night.backup')
  const from = { url: world.databaseUrl, blobs: world.blobs, roots: [Buffer.from(SECRET)] as [Buffer] }
  await writeBackup(from, backup, { id: randomUUID(), passphrase: null })
})
afterAll(async () => {
  await world.close()
  for (const place of places) await place.close()
  await rm(folder, { recursive: true, force: true })
})

/** As the command does it. @param until null: nobody knows the replaced database */
async function restoreAt<Value>(now: Date, until: LastNumbers | null, use: (db: Db) => Promise<Value>): Promise<Value> {
  const database = await createOwnedDatabase()
  places.push(database)
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const config = readConfig({ MODE: 'demo', DATA_DIR: dataDir, DATABASE_URL: database.url, SECRET })
  const target = { url: database.url, config, blobs: createDiskBlobs(join(dataDir, 'blobs')) }
  await restoreBackup(
    {
      ...target,
      skipNumbers: async (client, takenAt) => {
        await skipNumbers(client, until ?? reserveAllNumbers(takenAt, now))
      },
    },
    backup,
    null,
  )
  const { db, close } = createDb(database.url, createLog('silent'), 2)
  try {
    return await use(db)
  } finally {
    await close()
  }
}

/** Completes a new order, and refunds a part of it. @returns the numbers that its buyer sees */
async function sell(db: Db): Promise<Record<keyof LastNumbers, number>> {
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
    ...(await restoreAt(first, null, async (db) => {
      const sold = [await sell(db), await sell(db)]
      expect(await findGaps(db)).toEqual([])
      expect(sold[1]!.invoice - sold[0]!.invoice).toBe(1)
      return sold
    })),
    ...(await restoreAt(new Date(first.getTime() + MINUTE_MS), null, async (db) => [await sell(db)])),
  ]
  for (const series of ['invoice', 'credit-note', 'order'] as const)
    expect(new Set(given.map((numbers) => numbers[series])).size, series).toBe(given.length)
})

test('over the database that it replaces, numbers go on with those of that database, and the audit log names the others', async () => {
  await sell(world.db)
  const last = await getLastNumbers(world.db)
  await restoreAt(new Date(), last, async (db) => {
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
  await expect(restoreAt(new Date(Date.now() - 24 * 60 * MINUTE_MS), null, getLastNumbers)).rejects.toThrow(
    'Set the clock',
  )
})
