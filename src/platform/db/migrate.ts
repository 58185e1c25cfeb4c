/**
 * Migrates a database: applies the files of migrations/ in the order of their names, each once. The first file of each
 * feature is its whole schema: docs/decisions/0027.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { StartupError } from '#config/config.ts'
import type { Db } from './db.ts'
import type { DB } from './types.gen.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)

/**
 * The id of an advisory lock, so that processes that start together migrate one after the other. A backup holds it shared
 * while it reads the rows.
 */
export const MIGRATION_LOCK = 7_226_011
const LOCK = sql.lit(MIGRATION_LOCK)

export type Migration = { name: string; text: string; hash: string }

/**
 * Returns the names of the files that it applied.
 *
 * @throws StartupError, before anything is changed, if the database was migrated by other files than these
 */
export async function migrate(db: Db, folder: URL = MIGRATIONS): Promise<string[]> {
  const files = await readMigrations(folder)
  return db.connection().execute(async (connection) => {
    // Most starts change nothing, and do not wait for a backup.
    if (isComplete(files, await readApplied(connection))) return []
    await sql`set lock_timeout = 0; set statement_timeout = 0; select pg_advisory_lock(${LOCK})`.execute(connection)
    try {
      return await applyMissing(connection, files)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK}); reset lock_timeout; reset statement_timeout`.execute(connection)
    }
  })
}

/** The names of the files that are not applied yet. */
export async function waitingMigrations(db: Db, folder: URL = MIGRATIONS): Promise<string[]> {
  const files = await readMigrations(folder)
  const applied = await readApplied(db)
  return files.filter((file) => !applied.has(file.name)).map((file) => file.name)
}

/** When a newer version applied the first migration that this version does not have, or null. */
export async function findNewerMigration(db: Db, folder: URL = MIGRATIONS): Promise<Date | null> {
  const known = new Set((await readMigrations(folder)).map(({ name }) => name))
  const unknown = [...(await readApplied(db)).keys()].filter((name) => !known.has(name))
  if (unknown.length === 0) return null
  const { rows } = await sql<{ at: Date }>`
    select min(applied_at) as at from migration where name = any(${unknown}::text[])`.execute(db)
  return rows[0]?.at ?? null
}

function isComplete(files: Migration[], applied: Map<string, string>): boolean {
  refuseOtherHistory(files, applied)
  return applied.size === files.length
}

/** In one transaction: the earlier version still runs on the database after a start that fails or is killed. */
async function applyMissing(connection: Kysely<DB>, files: Migration[]): Promise<string[]> {
  const applied = await readApplied(connection)
  refuseOtherHistory(files, applied)
  const missing = files.filter((file) => !applied.has(file.name))
  await connection.transaction().execute(async (tx) => {
    await sql.raw(CREATE_MIGRATION_TABLE).execute(tx)
    for (const file of missing) await apply(tx, file)
  })
  return missing.map((file) => file.name)
}

/** A statement that changes a table refuses to run while deferred checks of the file before wait. */
async function apply(tx: Kysely<DB>, { name, text, hash }: Migration): Promise<void> {
  await sql`set constraints all immediate; set constraints all deferred`.execute(tx)
  await sql.raw(text).execute(tx)
  await sql`insert into migration (name, hash) values (${name}, ${hash})`.execute(tx)
}

function refuseOtherHistory(files: Migration[], applied: Map<string, string>): void {
  const hashes = new Map(files.map((file) => [file.name, file.hash]))
  const newest = files.at(-1)?.name ?? ''
  const unknown = [...applied.keys()].filter((name) => !hashes.has(name))
  const replaced = unknown.find((name) => name < newest)
  if (replaced)
    throw new StartupError(
      `The database was created by an earlier version, whose migrations (${replaced}) were replaced, and is left as it is: start on an empty database, into which you can import the courses that the earlier version exports.`,
    )
  if (unknown[0])
    throw new StartupError(
      `The database was migrated by ${unknown[0]}, which this version does not have: it is older than its data. Start the newer version. docs/operate.md, Upgrade, has the way back, which loses everything that happened since.`,
    )
  const changed = [...applied].find(([name, hash]) => hashes.get(name) !== hash)
  if (changed)
    throw new StartupError(
      `${changed[0]} was changed after it had been applied to this database. Put the change into a new migration.`,
    )
}

async function readApplied(db: Kysely<DB>): Promise<Map<string, string>> {
  const table = await sql<{ exists: boolean }>`select to_regclass('migration') is not null as exists`.execute(db)
  if (!table.rows[0]?.exists) return new Map()
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from migration order by name`.execute(db)
  return new Map(rows.map((row) => [row.name, row.hash]))
}

export const CREATE_MIGRATION_TABLE = `create table if not exists migration (
  name text primary key, hash text not null, applied_at timestamptz not null default now())`

/** The files in the order in which they are applied. */
export async function readMigrations(folder: URL = MIGRATIONS): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, hash: createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex') }
    }),
  )
}
