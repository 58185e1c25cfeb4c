/** Backup and restore, with rows of every feature of the demo, by an owner who is no superuser. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addDemo } from '#app/hosts/demo.ts'
import { readConfig } from '#config/config.ts'
import { endRestoredLogIns } from '#people/accounts/queries/restored-log-ins.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { givenOrder, givenPaidOrder } from '../../../tests/world/bought.ts'
import { createOwnedDatabase, type OwnedDatabase } from '../../../tests/world/database.ts'
import { withDatabase } from '../../../tests/world/postgres.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import type { Blobs } from '../blobs/blobs.ts'
import { createDiskBlobs } from '../blobs/disk-blobs.ts'
import { createDb } from '../db/db.ts'
import { createLog } from '../log.ts'
import { listSequences, listTables, toReference } from './copied-tables.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const PASSPHRASE = 'correct horse battery staple'
const SECRET = 'a secret of the tests, with enough characters'

let world: World
let folder: string
let encrypted: string
let plain: string
/** Restored from a backup with a log-in and the link of an e-mail, beside a view of an extension. */
let restored: Place
const ROOTS: [Buffer] = [Buffer.from(SECRET)]

const back = async (name: string, passphrase: string | null) => {
  const path = join(folder, name)
  const id = randomUUID()
  await writeBackup({ url: world.databaseUrl, blobs: world.blobs, roots: ROOTS }, path, { id, passphrase })
  return path
}

beforeAll(async () => {
  world = await createWorld()
  folder = await mkdtemp(join(tmpdir(), 'understudy-backup-'))
  await world.db.insertInto('installation').values({ created_mode: 'demo', blob_store_id: randomUUID() }).execute()
  await addDemo(world)
  await putStoreId(world.blobs)
  await givenPaidOrder(world)
  await givenOrder(world)
  encrypted = await back('encrypted.backup', PASSPHRASE)
  plain = await back('plain.backup', null)
  restored = await createPlace()
  await withClient(withDatabase(inject('postgresUrl'), new URL(restored.database.url).pathname.slice(1)), (client) =>
    client.query('create extension pg_stat_statements'),
  )
  await restoreInto(restored, await backLogIns(), { SECRET })
})
afterAll(async () => {
  await restored.close()
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

/** The database has one meanwhile, and none afterwards. */
async function backLogIns(): Promise<string> {
  const { id } = await world.db.selectFrom('person').select('id').limit(1).executeTakeFirstOrThrow()
  const soon = new Date(Date.now() + 3_600_000)
  const session = { person_id: id, audience: 'learner' as const, device: 'A browser', expires_at: soon }
  await world.db.insertInto('session').values(session).execute()
  const link = { hash: Buffer.from('x'), person_id: id, purpose: 'log-in' as const, expires_at: soon }
  await world.db.insertInto('account_token').values(link).execute()
  const path = await back('log-ins.backup', null)
  await world.db.deleteFrom('session').execute()
  await world.db.deleteFrom('account_token').execute()
  return path
}

async function putStoreId(blobs: Blobs): Promise<void> {
  const { blob_store_id } = await world.db.selectFrom('installation').select('blob_store_id').executeTakeFirstOrThrow()
  await blobs.put('store-id', Buffer.from(`${blob_store_id}\n`))
}

type Place = { database: OwnedDatabase; blobs: Blobs; dataDir: string; close(): Promise<void> }

async function createPlace(): Promise<Place> {
  const database = await createOwnedDatabase()
  const dataDir = await mkdtemp(join(folder, 'data-'))
  return { database, dataDir, blobs: createDiskBlobs(join(dataDir, 'blobs')), close: database.close }
}

const restoreInto = (place: Place, path: string, settings: Record<string, string> = {}, passphrase = PASSPHRASE) => {
  const config = readConfig({ MODE: 'demo', DATA_DIR: place.dataDir, DATABASE_URL: place.database.url, ...settings })
  return restoreBackup(
    { url: place.database.url, config, blobs: place.blobs, endLogIns: endRestoredLogIns },
    path,
    passphrase,
  )
}

async function withClient<Value>(url: string, use: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** A checksum of the rows of each table. */
const readRows = (url: string) =>
  withClient(url, async (client) => {
    await client.query("set timezone = 'UTC'")
    const sums: Record<string, string> = {}
    for (const table of await listTables(client)) {
      if (table.name === 'restore_hold') continue
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '' order by t::text collate "C")), '') as sum from ${toReference(table)} t`,
      )
      sums[`${table.schema}.${table.name}`] = rows[0].sum
    }
    return sums
  })

/** Constraints, triggers that fire, indexes and sequences. */
const readSchema = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query(`
      select 'constraint' as kind, conrelid::regclass || ' ' || conname as name, pg_get_constraintdef(oid) || convalidated as definition
        from pg_constraint where connamespace::regnamespace::text in ('public', 'sandbox', 'pgboss') and conparentid = 0
      union all select 'trigger', tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
      union all select 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
        join pg_class c on c.oid = indexrelid where c.relnamespace::regnamespace::text in ('public', 'sandbox')
      order by 1, 2, 3`)
    return { rows, sequences: await listSequences(client) }
  })

const listFiles = async (blobs: Blobs) => {
  const files: Record<string, string> = {}
  for await (const { key } of blobs.list(''))
    files[key] = (await buffer((await blobs.get(key))!.stream)).toString('base64')
  return files
}

const hasNoTables = ({ database }: Place) =>
  withClient(database.url, async (client) => {
    const { rows } = await client.query(
      "select from pg_class where relnamespace::regnamespace::text in ('public', 'pgboss', 'sandbox')",
    )
    return rows.length === 0
  })

async function isUntouched(place: Place): Promise<boolean> {
  const names = await readdir(place.dataDir)
  return (
    (await hasNoTables(place)) && !names.includes('secret') && Object.keys(await listFiles(place.blobs)).length === 0
  )
}

test('a restore gives equal rows, schema, sequences, files and audit, and the secret', async () => {
  const place = await createPlace()
  const source = world.databaseUrl
  const { rows } = await restoreInto(place, encrypted)
  expect(rows).toBeGreaterThan(500)
  expect(await readRows(place.database.url)).toEqual(await readRows(source))
  expect(await readSchema(place.database.url)).toEqual(await readSchema(source))
  expect(await listFiles(place.blobs)).toEqual(await listFiles(world.blobs))
  expect(Buffer.from((await readFile(join(place.dataDir, 'secret'), 'utf8')).trim(), 'base64url').toString()).toBe(
    SECRET,
  )

  const { db, close } = createDb(place.database.url, createLog('silent'), 2)
  const results = await audit({ ...world, db })
  expect(results.filter(({ violations }) => violations.length > 0)).toEqual([])
  await close()
  await place.close()
})

test('after a restore nobody is logged in, and no link of an e-mail logs in', async () => {
  await withClient(restored.database.url, async (client) => {
    const { rows } = await client.query(
      `select (select count(*)::int from session) as all_sessions,
        (select count(*)::int from session where ended_at is null) as sessions, (select count(*)::int from account_token) as links`,
    )
    expect(rows).toEqual([{ all_sessions: 1, sessions: 0, links: 0 }])
  })
})

test('after a restore, triggers and foreign keys hold, and the job engine starts', async () => {
  await withClient(restored.database.url, async (client) => {
    await expect(client.query("update orders set state = 'open' where state = 'complete'")).rejects.toThrow(
      /transition|open/,
    )
    await expect(client.query('insert into enrolment (order_id) values (gen_random_uuid())')).rejects.toThrow()
    await expect(client.query('delete from cohort')).rejects.toThrow(/foreign key/)
    await expect(client.query('truncate audit_event')).rejects.toThrow()
    expect((await client.query('select backup_at from restore_hold')).rows).toHaveLength(1)
  })
})

test('a view that an extension brought along does not make a database full', async () => {
  await withClient(restored.database.url, async (client) => {
    expect((await client.query("select to_regclass('pg_stat_statements') as view")).rows).toEqual([
      { view: 'pg_stat_statements' },
    ])
    expect((await client.query('select from person limit 1')).rows).toHaveLength(1)
  })
})

test('a restore that cannot succeed changes nothing, and says why in one sentence', async () => {
  const cut = join(folder, 'cut.backup')
  const flipped = join(folder, 'flipped.backup')
  const bytes = await readFile(encrypted)
  const plainBytes = await readFile(plain)
  await writeFile(cut, bytes.subarray(0, bytes.length * 0.7))
  const changed = Buffer.from(plainBytes)
  changed[Math.floor(changed.length / 2)]! ^= 0xff
  await writeFile(flipped, changed)
  await writeFile(join(folder, 'text.backup'), 'not a backup')

  const other = { SECRET: 'another secret of the tests, with characters' }
  const place = await createPlace()
  for (const [path, settings, passphrase, reason] of [
    [encrypted, {}, 'some other passphrase', /another BACKUP_PASSPHRASE/],
    [cut, {}, PASSPHRASE, /is damaged or not complete/],
    [flipped, { SECRET }, PASSPHRASE, /is damaged or not complete/],
    [join(folder, 'text.backup'), { SECRET }, PASSPHRASE, /is damaged or not complete|is no backup/],
    [join(folder, 'none.backup'), { SECRET }, PASSPHRASE, /cannot be read \(ENOENT\)/],
    [plain, other, PASSPHRASE, /belongs to another secret than SECRET/],
    [plain, {}, PASSPHRASE, /holds no secret/],
    [plain, { SECRET, MODE: 'development' }, PASSPHRASE, /MODE=demo/],
  ] as const) {
    await expect(restoreInto(place, path, settings, passphrase)).rejects.toThrow(reason)
    expect(await isUntouched(place)).toBe(true)
  }
  await place.close()
})

test('a database with anything in it is refused and stays as it is', async () => {
  const place = await createPlace()
  await withClient(place.database.url, (client) => client.query('create table note (text text)'))
  await expect(restoreInto(place, plain, { SECRET })).rejects.toThrow(/is not empty: it has public\.note/)
  expect(await listFiles(place.blobs)).toEqual({})
  await place.close()
})

test('a backup without files replaces the rows of a newer version in its own store, whole or not at all', async () => {
  const path = join(folder, 'before.backup')
  const id = randomUUID()
  const target = { url: world.databaseUrl, blobs: world.blobs, roots: ROOTS }
  await writeBackup(target, path, { id, passphrase: null, withoutFiles: true })
  const other = await createPlace()
  try {
    await expect(restoreInto(other, path, { SECRET })).rejects.toThrow('they stay where they were')
  } finally {
    await other.close()
  }

  const { database, dataDir, blobs } = restored
  await withClient(database.url, async (client) => {
    await client.query(`create type later_state as enum ('a', 'b'); create table later (id uuid references person, state later_state);
      alter table person add column later integer; create function later_one() returns int language sql as 'select 1';
      insert into migration (name, hash) values ('9000_later.sql', 'x')`)
  })
  const config = readConfig({ MODE: 'demo', DATA_DIR: dataDir, DATABASE_URL: database.url, SECRET })
  const replacing = { url: database.url, config, blobs: blobs, replaces: true }
  const damaged = join(folder, 'half.backup')
  await writeFile(damaged, (await readFile(path)).subarray(0, -20_000))
  await expect(restoreBackup(replacing, damaged, null)).rejects.toThrow('is damaged')
  await withClient(database.url, async (client) => {
    expect((await client.query('select later, later_one() from person limit 1')).rows).toHaveLength(1)
  })
  await withClient(database.url, (client) =>
    client.query(`create schema own; create table own.note (person_id uuid references person);
      create view own.report as select email from person`),
  )
  await expect(restoreBackup(replacing, path, null)).rejects.toThrow(
    /constraint .* on table own\.note.*view own\.report/,
  )
  await withClient(database.url, (client) => client.query('select later from person, own.report, own.note'))
  await withClient(database.url, (client) =>
    client.query('drop schema own cascade; alter role current_user set lock_timeout = 100'),
  )

  // Statistics that fail after the commit are no reason to say that the restore failed.
  await withClient(database.url, async (other) => {
    await other.query('create schema own; create table own.slow ()')
    await other.query('begin; lock table own.slow')
    await restoreBackup(replacing, path, null)
    await other.query('commit; drop schema own cascade; alter role current_user reset lock_timeout')
  })
  expect(await readSchema(database.url)).toEqual(await readSchema(world.databaseUrl))
  // The job engine of the world goes on.
  const ownTimes = { 'pgboss.version': expect.anything() }
  expect(await readRows(database.url)).toEqual({ ...(await readRows(world.databaseUrl)), ...ownTimes })
  await withClient(database.url, async (client) => {
    const { rows: left } = await client.query(
      `select to_regtype('later_state') as type, to_regproc('later_one') as routine, (select count(*)::int from restore_hold) as held`,
    )
    expect(left).toEqual([{ type: null, routine: null, held: 1 }])
  })
})

test('a store of files that belongs to another installation is refused', async () => {
  const place = await createPlace()
  await place.blobs.put('store-id', Buffer.from(`${randomUUID()}\n`))
  await expect(restoreInto(place, plain, { SECRET })).rejects.toThrow(/belongs to another installation/)
  await place.close()
})

test('rows that change during a backup are as they were at its moment, which a trial without a secret shows', async () => {
  const path = join(folder, 'moving.backup')
  const before = await readRows(world.databaseUrl)
  const source = { url: world.databaseUrl, blobs: world.blobs, roots: ROOTS }
  await withClient(world.databaseUrl, async (lock) => {
    // The backup stops before this table, which is copied before those of a purchase.
    await lock.query('begin; lock table backup_run in access exclusive mode')
    const writing = writeBackup(source, path, { id: randomUUID(), passphrase: null })
    const waits = async () => {
      // A transaction otherwise sees the activity of its first look.
      await lock.query('select pg_stat_clear_snapshot()')
      const { rowCount } = await lock.query(
        "select from pg_stat_activity where application_name = 'understudy backup' and wait_event_type = 'Lock' and datname = current_database()",
      )
      return rowCount
    }
    await expect.poll(waits, { timeout: 20_000 }).toBe(1)
    await givenPaidOrder(world)
    await lock.query('commit')
    await writing
  })
  const place = await createPlace()
  // No secret and no files: for a trial of the rows neither is needed.
  const tryOut = (settings: Record<string, string>) =>
    restoreBackup(
      {
        url: place.database.url,
        config: readConfig({ MODE: 'demo', DATA_DIR: place.dataDir, ...settings }),
        blobs: null,
      },
      path,
      null,
    )
  await expect(tryOut({ SECRET: 'another secret of the tests, with characters' })).rejects.toThrow(/another secret/)
  await tryOut({})
  expect(await readRows(place.database.url)).toEqual(before)
  expect((await readRows(world.databaseUrl))['main.payment']).not.toBe(before['main.payment'])
  await place.close()
})

test('a lost or unmounted folder of files is refused, and not taken for files that were lost before', async () => {
  const blobs = createDiskBlobs(join(folder, 'unmounted'))
  const writing = writeBackup({ url: world.databaseUrl, blobs, roots: ROOTS }, join(folder, 'none'), {
    id: randomUUID(),
    passphrase: null,
  })
  await expect(writing).rejects.toThrow(/has not the files of this database/)
})

test('a restore that fails at its end leaves no row, and deletes no file that was there before', async () => {
  const place = await createPlace()
  const files = await listFiles(world.blobs)
  const [first] = Object.keys(files)
  for (const key of [first!, 'original/11111111-1111-4111-8111-111111111111'])
    await place.blobs.put(key, Buffer.from('rescued'))
  await withClient(place.database.url, (client) => client.query('create table note (text text)'))
  await expect(restoreInto(place, plain, { SECRET })).rejects.toThrow(/is not empty/)
  await withClient(place.database.url, (client) => client.query('drop table note'))
  const cut = join(folder, 'cut-end.backup')
  const bytes = await readFile(plain)
  await writeFile(cut, bytes.subarray(0, bytes.length - 3000))
  await expect(restoreInto(place, cut, { SECRET })).rejects.toThrow(/is damaged/)
  expect(Object.keys(await listFiles(place.blobs)).sort()).toEqual(
    [first!, 'original/11111111-1111-4111-8111-111111111111'].sort(),
  )
  expect(await hasNoTables(place)).toBe(true)
  await place.close()
})

test('with a bucket, a file that was deleted after the backup is named, and the restore goes on', async () => {
  const bucket: Blobs = { ...world.blobs, engine: 's3' }
  const path = join(folder, 'bucket.backup')
  await writeBackup({ url: world.databaseUrl, blobs: bucket, roots: ROOTS }, path, {
    id: randomUUID(),
    passphrase: null,
  })
  const [key] = Object.keys(await listFiles(world.blobs))
  const keep = await buffer((await world.blobs.get(key!))!.stream)
  await world.blobs.delete(key!)
  const place = await createPlace()
  const { absent } = await restoreInto({ ...place, blobs: bucket }, path, { SECRET })
  expect(absent).toEqual([key])
  await world.blobs.put(key!, keep)
  await place.close()
})

test('an existing file is never replaced, and a backup that fails leaves no file', async () => {
  await expect(back('plain.backup', null)).rejects.toThrow(/exists already/)
  const names = await readdir(folder)
  const blobs: Blobs = {
    ...world.blobs,
    get: async () => {
      throw new Error('the disk is broken')
    },
  }
  const source = { url: world.databaseUrl, blobs, roots: ROOTS }
  const failing = writeBackup(source, join(folder, 'failed.backup'), { id: randomUUID(), passphrase: null })
  await expect(failing).rejects.toThrow('the disk is broken')
  expect(await readdir(folder)).toEqual(names)
})

test('a file that was lost before is named, and one that is deleted meanwhile is no fault', async () => {
  const assets = await world.db.selectFrom('asset').select('id').where('state', '=', 'ready').limit(2).execute()
  const [lost, deleted] = assets.map(({ id }) => id) as [string, string]
  const keep = await buffer((await world.blobs.get(`original/${lost}`))!.stream)
  await world.blobs.delete(`original/${lost}`)
  const blobs: Blobs = {
    ...world.blobs,
    async get(key) {
      // Deleted with its row, after the rows were read.
      if (key === `original/${deleted}`) {
        await world.db.updateTable('asset').set({ state: 'deleted' }).where('id', '=', deleted).execute()
        return null
      }
      return world.blobs.get(key)
    },
  }
  const source = { url: world.databaseUrl, blobs, roots: ROOTS }
  const path = join(folder, 'lost.backup')
  const { missing } = await writeBackup(source, path, { id: randomUUID(), passphrase: null })
  expect(missing).toEqual([`original/${lost}`])

  const vanishing: Blobs = {
    ...world.blobs,
    get: async (key) => (key.startsWith('original/') ? null : world.blobs.get(key)),
  }
  await expect(
    writeBackup({ ...source, blobs: vanishing }, join(folder, 'vanished.backup'), {
      id: randomUUID(),
      passphrase: null,
    }),
  ).rejects.toThrow(/vanished during the backup/)
  await world.blobs.put(`original/${lost}`, keep)
})
