import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmptyDatabase, type TestDatabase } from '../../../tests/database.ts'
import { migrate, waitingMigrations } from './migrate.ts'

let database: TestDatabase
let folder: URL

beforeEach(async () => {
  database = await openEmptyDatabase()
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

test('two that start together apply each file once', async () => {
  const [one, two] = await Promise.all([migrate(database.db, folder), migrate(database.db, folder)])
  expect([one.length, two.length].sort()).toEqual([0, one.length + two.length])
})

test('a file that was changed after it had been applied is refused', async () => {
  await migrate(database.db, folder)
  await write('0001_platform.sql', 'select 1')
  await expect(migrate(database.db, folder)).rejects.toThrow('0001_platform.sql was changed after it had been applied')
})

test('a database that is newer than the program is refused', async () => {
  await write('9000_later.sql', 'create table later (id integer)')
  await migrate(database.db, folder)
  await rm(new URL('9000_later.sql', folder))
  await expect(migrate(database.db, folder)).rejects.toThrow('it is older than its data')
})

test('a file that fails leaves nothing of itself, and the ones before it stay', async () => {
  await write('9000_broken.sql', 'create table half (id integer); select 1 / 0')
  await expect(migrate(database.db, folder)).rejects.toThrow('division by zero')
  const found = await sql<{ half: boolean }>`select to_regclass('half') is not null as half`.execute(database.db)
  expect(found.rows[0]?.half).toBe(false)
  expect(await waitingMigrations(database.db, folder)).toEqual(['9000_broken.sql'])
})

test('the waits that a request may not have are allowed again to the next user of the connection', async () => {
  await migrate(database.db, folder)
  const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(database.db)
  expect(rows[0]?.lock_timeout).toBe('3s')
})
