/**
 * The rows of a backup, in one transaction of the tables' owner, who need not be a superuser. The migrations make the
 * schema of the backup. Our triggers are off while the rows are loaded, and foreign keys are made anew afterwards, which
 * checks every row.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type pg from 'pg'
import { getConstructionPlans } from 'pg-boss'
import { from as copyFrom } from 'pg-copy-streams'
import { StartupError } from '#config/config.ts'
import { CREATE_MIGRATION_TABLE, MIGRATION_LOCK, type Migration } from '../db/migrate.ts'
import {
  COPY_SETTINGS,
  type ForeignKey,
  IS_OF_EXTENSION,
  listForeignKeys,
  listSequences,
  listTables,
  toColumns,
  toReference,
} from './copied-tables.ts'
import type { BackupHeader, BackupSequence, BackupTable } from './manifest.ts'

const decompress = promisify(gunzip)

export type RowRestore = {
  /** The parts of a table in their order, one table after the other. */
  load(tableIndex: number, part: Uint8Array): Promise<void>
  /** After the last part. @returns the rows and the checksum of each table */
  end(): Promise<{ rows: number; sha256: string }[]>
  /** Continues the sequences, checks foreign keys, turns the triggers on, and applies newer migrations. */
  complete(sequences: readonly BackupSequence[]): Promise<void>
}

/**
 * Begins the transaction. The caller commits it or rolls it back.
 *
 * @param migrations all of this version
 * @param replaces whether the rows take the place of an installation, instead of being the first ones
 * @throws StartupError if the database is not empty
 */
export async function startRowRestore(
  client: pg.Client,
  header: BackupHeader,
  migrations: readonly Migration[],
  replaces: boolean,
): Promise<RowRestore> {
  await client.query(`begin; ${COPY_SETTINGS}; select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
  if (replaces) await replaceInstallation(client)
  await requireEmpty(client)
  const old = migrations.slice(0, header.migrations.length)
  await client.query(CREATE_MIGRATION_TABLE)
  for (const migration of old) await client.query(migration.text)
  await client.query(withoutTransaction(getConstructionPlans('pgboss')))
  // The job engine's own limits of time end here. A statement that changes a table refuses to run while checks wait.
  await client.query(`${COPY_SETTINGS}; set constraints all immediate`)
  await requireSameTables(client, header)

  const foreignKeys = await listForeignKeys(client)
  const references = header.tables.map(toReference)
  for (const key of foreignKeys) await client.query(`alter table ${key.table} drop constraint ${key.name}`)
  for (const table of references) await client.query(`alter table ${table} disable trigger user`)
  await client.query(`truncate ${references.join(', ')}`)

  const loader = createLoader(client, header.tables)
  return {
    ...loader,
    async complete(sequences) {
      await continueSequences(client, sequences)
      for (const table of references) await client.query(`alter table ${table} enable trigger user`)
      await addForeignKeys(client, foreignKeys)
      for (const migration of migrations.slice(old.length)) {
        await client.query(`set constraints all immediate; set constraints all deferred`)
        await client.query(migration.text)
        await client.query('insert into migration (name, hash) values ($1, $2)', [migration.name, migration.hash])
      }
    },
  }
}

async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; database: string }>(`
    select n.nspname || '.' || c.relname as name, current_database() as database
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S') and (n.nspname = current_schema() or n.nspname in ('sandbox', 'pgboss'))
      and not ${IS_OF_EXTENSION}
    order by 1 limit 1`)
  const [found] = rows
  if (found)
    throw new StartupError(
      `The database ${found.database} is not empty: it has ${found.name}. A backup is restored into an empty database only. Name another DATA_DIR or DATABASE_URL.`,
    )
}

/** Those that migrations make, and that of the job engine. */
const OWN_SCHEMAS = ['pgboss', 'sandbox', 'demo_clock']

/** @throws StartupError if the operator's own objects would be dropped too, because they need ours */
async function replaceInstallation(client: pg.Client): Promise<void> {
  const before = await listForeignObjects(client)
  await dropInstallation(client)
  const left = new Set(await listForeignObjects(client))
  const dropped = before.filter((name) => !left.has(name))
  if (dropped.length > 0)
    throw new StartupError(
      `These need tables of Understudy, and would be dropped with them: ${dropped.join(', ')}. Keep their definitions, drop them, run this again, and make them anew.`,
    )
}

/** Descriptions of relations, columns, constraints, triggers and routines in schemas that are not ours. */
async function listForeignObjects(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `with foreign_schema as (
      select oid from pg_namespace where oid <> current_schema()::regnamespace and nspname <> all ($1)
        and nspname <> 'information_schema' and nspname !~ '^pg_'
    ), relation as (
      select oid from pg_class where relnamespace in (select oid from foreign_schema) and relkind in ('r', 'p', 'v', 'm', 'f')
    )
    select pg_describe_object(class, id, part) as name from (
      select 'pg_class'::regclass as class, oid as id, 0 as part from relation
      union all select 'pg_class'::regclass, attrelid, attnum from pg_attribute
        where attrelid in (select oid from relation) and attnum > 0 and not attisdropped
      union all select 'pg_attrdef'::regclass, oid, 0 from pg_attrdef where adrelid in (select oid from relation)
      union all select 'pg_constraint'::regclass, oid, 0 from pg_constraint
        where connamespace in (select oid from foreign_schema)
      union all select 'pg_trigger'::regclass, oid, 0 from pg_trigger
        where tgrelid in (select oid from relation) and not tgisinternal
      union all select 'pg_proc'::regclass, oid, 0 from pg_proc where pronamespace in (select oid from foreign_schema)
    ) as object order by 1`,
    [OWN_SCHEMAS],
  )
  return rows.map(({ name }) => name)
}

/** Everything that a version has made, whatever it is, so that a newer version can be replaced by an earlier one. */
async function dropInstallation(client: pg.Client): Promise<void> {
  await client.query(OWN_SCHEMAS.map((name) => `drop schema if exists ${name} cascade`).join('; '))
  const isOfNoExtension = (oid: string) =>
    `not exists (select from pg_depend d where d.objid = ${oid} and d.deptype = 'e')`
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop %s if exists %s cascade', kind, name) as statement from (
      select 1 as place, case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
          else 'table' end as kind, c.oid::regclass::text as name
        from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
          and not c.relispartition and ${isOfNoExtension('c.oid')}
      union all
      select 2, 'routine', p.oid::regprocedure::text
        from pg_proc p where p.pronamespace = current_schema()::regnamespace and ${isOfNoExtension('p.oid')}
      union all
      select 3, 'type', t.oid::regtype::text
        from pg_type t where t.typnamespace = current_schema()::regnamespace and t.typtype in ('e', 'd')
          and ${isOfNoExtension('t.oid')}
    ) as made order by place, name`)
  for (const { statement } of rows) await client.query(statement)
}

/** The statements of the job engine come with a transaction of their own. */
function withoutTransaction(text: string): string {
  const [begin, commit] = ['BEGIN;', 'COMMIT;']
  return text.slice(text.indexOf(begin) + begin.length, text.lastIndexOf(commit))
}

async function requireSameTables(client: pg.Client, { tables }: BackupHeader): Promise<void> {
  const describe = ({ schema, name, columns }: BackupTable) => `${schema}.${name} (${[...columns].sort().join()})`
  const here = new Set((await listTables(client)).map(describe))
  const other = tables.find((table) => !here.has(describe(table)))
  if (other || here.size !== tables.length)
    throw new StartupError(
      `The tables of the backup differ from those of its migrations${other ? `, first ${other.schema}.${other.name}` : ''}. A table or column that was added by hand cannot be restored; otherwise restore it with the version that made it.`,
    )
}

function createLoader(client: pg.Client, tables: readonly BackupTable[]): Pick<RowRestore, 'load' | 'end'> {
  const results = tables.map(() => ({ rows: 0, sha256: createHash('sha256').digest('hex') }))
  let current: {
    index: number
    stream: ReturnType<typeof copyFrom>
    hash: ReturnType<typeof createHash>
    failed: Promise<never>
  } | null = null

  const start = (index: number) => {
    const table = tables[index]!
    const stream = client.query(copyFrom(`copy ${toReference(table)} (${toColumns(table)}) from stdin`))
    const failed = new Promise<never>((_resolve, reject) => stream.on('error', reject))
    failed.catch(() => {})
    return { index, stream, hash: createHash('sha256'), failed }
  }
  const finish = async () => {
    if (!current) return
    const { index, stream, hash, failed } = current
    current = null
    const finished = new Promise<void>((resolve) => stream.once('finish', () => resolve()))
    stream.end()
    await Promise.race([finished, failed])
    results[index] = { rows: stream.rowCount, sha256: hash.digest('hex') }
  }
  return {
    async load(index, part) {
      if (current?.index !== index) {
        await finish()
        current = start(index)
      }
      const { stream, hash, failed } = current
      const text = await decompress(part)
      hash.update(text)
      if (!stream.write(text)) await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), failed])
    },
    async end() {
      await finish()
      return results
    },
  }
}

async function continueSequences(client: pg.Client, sequences: readonly BackupSequence[]): Promise<void> {
  const values = new Map(sequences.map((sequence) => [toReference(sequence), sequence.value]))
  for (const sequence of await listSequences(client)) {
    const reference = toReference(sequence)
    const value = values.get(reference)
    if (value === undefined) throw new StartupError(`The backup has no value of the sequence ${reference}.`)
    if (value === null) await client.query(`alter sequence ${reference} restart`)
    else await client.query('select setval($1, $2, true)', [reference, value])
  }
}

async function addForeignKeys(client: pg.Client, foreignKeys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}
