/** Brings a database to the newest shape: the files of migrations/, in order, each once, forward only. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import type { Db } from './db.ts'
import type { DB } from './types.gen.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)

/** Held while migrating, so that processes that start together do it one after the other. */
const LOCK = sql.lit(7_226_011)

type File = { name: string; text: string; hash: string }

/**
 * Answers the names of the files that were applied now.
 *
 * Refuses a database that knows a file which is missing or reads differently here: it was changed
 * after it had been applied, or the program is older than its data.
 */
export async function migrate(db: Db, folder: URL = MIGRATIONS): Promise<string[]> {
  const files = await read(folder)
  return db.connection().execute(async (connection) => {
    await sql`set lock_timeout = 0; set statement_timeout = 0; select pg_advisory_lock(${LOCK})`.execute(connection)
    try {
      return await applyMissing(connection, files)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK}); reset lock_timeout; reset statement_timeout`.execute(connection)
    }
  })
}

/** Names of the files that are not applied yet; all of them for a database that was never migrated. */
export async function waitingMigrations(db: Db, folder: URL = MIGRATIONS): Promise<string[]> {
  const files = await read(folder)
  const made = await sql<{ made: boolean }>`select to_regclass('migration') is not null as made`.execute(db)
  const applied = made.rows[0]?.made ? await readApplied(db) : new Map<string, string>()
  return files.filter((file) => !applied.has(file.name)).map((file) => file.name)
}

async function applyMissing(connection: Kysely<DB>, files: File[]): Promise<string[]> {
  await sql`create table if not exists migration (
    name text primary key, hash text not null, applied_at timestamptz not null default now())`.execute(connection)
  const applied = await readApplied(connection)
  refuseChanged(files, applied)

  const missing = files.filter((file) => !applied.has(file.name))
  for (const file of missing) await apply(connection, file)
  return missing.map((file) => file.name)
}

async function apply(connection: Kysely<DB>, { name, text, hash }: File): Promise<void> {
  await connection.transaction().execute(async (tx) => {
    await sql.raw(text).execute(tx)
    await sql`insert into migration (name, hash) values (${name}, ${hash})`.execute(tx)
  })
}

function refuseChanged(files: File[], applied: Map<string, string>): void {
  const here = new Map(files.map((file) => [file.name, file.hash]))
  for (const [name, hash] of applied) {
    const found = here.get(name)
    if (!found)
      throw new Error(
        `The database was migrated by ${name}, which this version does not have: it is older than its data.`,
      )
    if (found !== hash)
      throw new Error(
        `${name} was changed after it had been applied to this database. Put the change into a new migration.`,
      )
  }
}

async function readApplied(db: Kysely<DB>): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; hash: string }>`select name, hash from migration order by name`.execute(db)
  return new Map(rows.map((row) => [row.name, row.hash]))
}

async function read(folder: URL): Promise<File[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, hash: createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex') }
    }),
  )
}
