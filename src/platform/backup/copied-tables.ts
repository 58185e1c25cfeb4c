/** The tables and sequences of an installation, as a backup and a restore see them. */
import type pg from 'pg'
import type { BackupSequence, BackupTable } from './manifest.ts'

/** Figures of the job engine, which it makes anew, and its own interrupted changes of the schema. */
const LEFT_OUT = ['pgboss.queue_stats', 'pgboss.warning', 'pgboss.bam']

/** The texts of COPY must not depend on settings of the role or the server. */
export const COPY_SETTINGS = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local timezone = 'UTC'; set local extra_float_digits = 3; set local bytea_output = 'hex'; set local xmloption = 'content';
  set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`

const IS_OURS = `(n.nspname = current_schema() or n.nspname in ('sandbox', 'pgboss'))`
/** `c` is a table or view that an extension brought along. */
export const IS_OF_EXTENSION = `exists (select from pg_depend d
  where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

const SCHEMA = `case n.nspname when current_schema() then 'main' else n.nspname end`

/** A partitioned table counts as one. Columns that the database computes are left out. */
export async function listTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(`
    select ${SCHEMA} as schema, c.relname as name,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and ${IS_OURS} and not ${IS_OF_EXTENSION} order by 1, 2`)
  return rows.filter(({ schema, name }) => !LEFT_OUT.includes(`${schema}.${name}`))
}

/** `value` null: nothing was taken from it. A sequence only grows, so its value may be younger than the snapshot. */
export async function listSequences(client: pg.Client): Promise<BackupSequence[]> {
  const { rows } = await client.query<{ schema: BackupSequence['schema']; name: string; value: string | null }>(`
    select ${SCHEMA} as schema, s.sequencename as name, s.last_value::text as value
    from pg_sequences s join pg_namespace n on n.nspname = s.schemaname where ${IS_OURS} order by 1, 2`)
  return rows.map(({ value, ...rest }) => ({ ...rest, value: value === null ? null : Number(value) }))
}

export type ForeignKey = { table: string; name: string; definition: string }

/** Names are quoted. */
export async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select k.conrelid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and ${IS_OURS} order by 1, 2`)
  return rows
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The quoted name of a table or sequence. */
export function toReference({ schema, name }: { schema: string; name: string }): string {
  return schema === 'main' ? quote(name) : `${quote(schema)}.${quote(name)}`
}

export const toColumns = ({ columns }: BackupTable) => columns.map(quote).join(', ')
