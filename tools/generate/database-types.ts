/** Generates src/platform/db/types.gen.ts: TypeScript types of the tables, read from a migrated database. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** The types that db.ts returns. */
const TYPE_MAPPING = { timestamptz: 'Date', timestamp: 'string', date: 'string', int8: 'number' }

export async function generateTypes(db: Db, url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-types-'))
  const file = join(folder, 'types.ts')
  const columns = await readEnumColumns(db)
  const options = {
    '--dialect': 'postgres',
    '--log-level': 'error',
    '--url': url,
    '--out-file': file,
    '--include-pattern': 'public.*',
    '--exclude-pattern': 'public.{migration,public_course}',
    '--type-mapping': JSON.stringify(TYPE_MAPPING),
    '--overrides': JSON.stringify({ columns }),
  }
  const result = spawnSync('node_modules/.bin/kysely-codegen', Object.entries(options).flat(), { encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`kysely-codegen failed: ${result.stderr}${result.stdout}`)
  const text = readFileSync(file, 'utf8')
  rmSync(folder, { recursive: true })
  return text
}

/** Columns with a check constraint on a list of values get that list as their type. */
async function readEnumColumns(db: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ column: string; definition: string; optional: boolean; generated: boolean }>`
    select t.relname || '.' || a.attname as column, pg_get_constraintdef(c.oid) as definition, not a.attnotnull as optional, a.atthasdef as generated
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    join pg_attribute a on a.attrelid = t.oid and c.conkey = array[a.attnum]
    where c.contype = 'c' and c.connamespace = 'public'::regnamespace and a.atttypid = 'text'::regtype
    order by 1`.execute(db)

  return Object.fromEntries(
    rows.flatMap(({ column, definition, optional, generated }) => {
      if (!/^CHECK \(\(\w+ = (ANY \(ARRAY\[('[\w-]+'::text(, )?)+\]\)|'[\w-]+'::text)\)\)$/.test(definition)) return []
      const values = [...definition.matchAll(/'([\w-]+)'::text/g)].map(([, word]) => `'${word}'`).join(' | ')
      const type = optional ? `${values} | null` : values
      return [[column, generated ? `Generated<${type}>` : type]]
    }),
  )
}
