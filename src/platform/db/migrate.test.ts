import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { migrate, waitingMigrations } from './migrate.ts'

let database: TestDatabase
let folder: URL

beforeEach(async () => {
  database = await createEmptyDatabase({})
  const path = await mkdtemp(join(tmpdir(), 'understudy-migrations-'))
  await cp(join(import.meta.dirname, '../../../migrations'), path, { recursive: true })
  folder = pathToFileURL(`${path}/`)
})

afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const write = (name: string, text: string) => writeFile(new URL(name, folder), text)

test('applies every file once, in order', async () => {
  const waiting = await waitingMigrations(database.db, folder)
  const applied = await migrate(database.db, folder)
  expect(applied).toEqual(waiting)
  expect(applied).toEqual([...applied].sort())
  expect(await migrate(database.db, folder)).toEqual([])
  expect(await waitingMigrations(database.db, folder)).toEqual([])
})

test('two simultaneous starts apply each file once', async () => {
  const [one, two] = await Promise.all([migrate(database.db, folder), migrate(database.db, folder)])
  expect([one.length, two.length].sort()).toEqual([0, one.length + two.length])
})

test('a file that was changed after it had been applied is refused', async () => {
  await migrate(database.db, folder)
  await write('0001_platform.sql', 'select 1')
  await expect(migrate(database.db, folder)).rejects.toThrow('0001_platform.sql was changed after it had been applied')
})

test('a database with newer migrations than the program is refused', async () => {
  await write('9000_later.sql', 'create table later (id integer)')
  await migrate(database.db, folder)
  await rm(new URL('9000_later.sql', folder))
  await expect(migrate(database.db, folder)).rejects.toThrow('it is older than its data')
})

test('a database of the migrations before the baselines is refused and not changed', async () => {
  await sql`create table migration (name text primary key, hash text not null, applied_at timestamptz not null default now())`.execute(
    database.db,
  )
  await sql`insert into migration (name, hash) values ('0001_platform.sql', 'x'), ('0003_catalog.sql', 'x'), ('0059_free_places_by_client.sql', 'x')`.execute(
    database.db,
  )
  const before = await readState()
  await expect(migrate(database.db, folder)).rejects.toThrow(
    'was created by an earlier version, whose migrations (0003_catalog.sql) were replaced, and is left as it is',
  )
  expect(await readState()).toEqual(before)
})

async function readState(): Promise<unknown[]> {
  const { rows: tables } = await sql`select relname from pg_class where relnamespace = 'public'::regnamespace`.execute(
    database.db,
  )
  const { rows: applied } = await sql`select * from migration order by name`.execute(database.db)
  return [tables, applied]
}

test('a file that fails changes nothing, and neither do the files before it', async () => {
  await migrate(database.db, folder)
  await write('9000_whole.sql', 'create table whole (id integer)')
  await write('9001_broken.sql', 'create table half (id integer); select 1 / 0')
  await expect(migrate(database.db, folder)).rejects.toThrow('division by zero')
  const { rows } = await sql<{ known: boolean }>`
    select coalesce(to_regclass('whole'), to_regclass('half')) is not null as known`.execute(database.db)
  expect(rows[0]?.known).toBe(false)
  expect(await waitingMigrations(database.db, folder)).toEqual(['9000_whole.sql', '9001_broken.sql'])
})

test('the time limits of the connection are as before after a migration', async () => {
  await migrate(database.db, folder)
  const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(database.db)
  expect(rows[0]?.lock_timeout).toBe('3s')
})
