/**
 * Generates docs/schema.sql: the schema after all migrations, read from the catalogs of a fresh database. For
 * reading, not for loading. Comments stand above their table or column.
 */
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

const HEADER = '-- Generated from a freshly migrated database: change the migrations instead.\n'

export async function dumpSchema(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'sandbox') and c.relname <> 'migration'
    order by 1`.execute(db)
  const tables: string[] = []
  for (const { name } of rows) tables.push(await dumpTable(db, name))
  return `${[HEADER, ...tables, ...(await dumpFunctions(db))].join('\n')}`
}

async function dumpTable(db: Db, name: string): Promise<string> {
  const columns = await queryLines(
    db,
    sql`
    select coalesce('  -- ' || col_description(a.attrelid, a.attnum) || E'\n', '') || '  ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attidentity <> '' then ' generated always as identity'
              when d.oid is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
      || case when a.attnotnull then ' not null' else '' end as line
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${name}::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
  )
  const constraints = await queryLines(
    db,
    sql`
    select '  ' || pg_get_constraintdef(oid, true) as line from pg_constraint
    where conrelid = ${name}::regclass and contype in ('p', 'u', 'f', 'c') order by array_position(array['p', 'u', 'f', 'c'], contype::text), conname`,
  )
  const indexes = await queryLines(
    db,
    sql`
    select pg_get_indexdef(i.indexrelid) || ';' as line from pg_index i
    where i.indrelid = ${name}::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid) order by 1`,
  )
  const triggers = await queryLines(
    db,
    sql`
    select pg_get_triggerdef(oid, true) || ';' as line from pg_trigger where tgrelid = ${name}::regclass and not tgisinternal order by tgname`,
  )
  const comment = await queryLines(
    db,
    sql`select '-- ' || obj_description(${name}::regclass) || E'\n' as line where obj_description(${name}::regclass) is not null`,
  )
  return `${comment.join('')}create table ${name} (\n${[...columns, ...constraints].join(',\n')}\n);\n${[...indexes, ...triggers].map((line) => `${line}\n`).join('')}`
}

async function dumpFunctions(db: Db): Promise<string[]> {
  return queryLines(
    db,
    sql`
    select pg_get_functiondef(oid) || E';\n' as line from pg_proc where pronamespace = 'public'::regnamespace order by proname`,
  )
}

async function queryLines(db: Db, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await (query as ReturnType<typeof sql<{ line: string }>>).execute(db)
  return rows.map((row) => row.line)
}
