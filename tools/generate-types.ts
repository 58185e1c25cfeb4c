/** src/platform/db/types.gen.ts: the tables as TypeScript sees them, read from a migrated database. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** As db.ts reads them. */
const READ_AS = { timestamptz: 'Date', timestamp: 'string', date: 'string', int8: 'number' }

export async function generateTypes(db: Db, url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-types-'))
  const file = join(folder, 'types.ts')
  const columns = await readChoices(db)
  const options = {
    '--dialect': 'postgres',
    '--log-level': 'error',
    '--url': url,
    '--out-file': file,
    '--include-pattern': 'public.*',
    '--exclude-pattern': 'public.migration',
    '--type-mapping': JSON.stringify(READ_AS),
    '--overrides': JSON.stringify({ columns }),
  }
  const made = spawnSync('node_modules/.bin/kysely-codegen', Object.entries(options).flat(), { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`kysely-codegen failed: ${made.stderr}${made.stdout}`)
  const text = readFileSync(file, 'utf8')
  rmSync(folder, { recursive: true })
  return text
}

/** Columns that a check holds to a list of words: their type is that list. */
async function readChoices(db: Db): Promise<Record<string, string>> {
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
      const words = [...definition.matchAll(/'([\w-]+)'::text/g)].map(([, word]) => `'${word}'`).join(' | ')
      const type = optional ? `${words} | null` : words
      return [[column, generated ? `Generated<${type}>` : type]]
    }),
  )
}
