import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { declaredColumns, isNamed, listExpiryRules } from './declaration.ts'
import { expiryStatements } from './queries/expired.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await openTestDatabase()
})
afterAll(() => own.close())

const HOW = `
Declare each column in src/features/personal-data/tables: in the entry of its table, under "personal" (with its purpose)
when it is about a person or leads to one, else among the "free" ones. A new table with such a column gets an entry of
its own, with retention, erasure and export; a new table without one goes to tables/free.ts. Then run
"node tools/generate.ts", and give the table a row in src/features/portal/personal-data.test.ts if it has an export or
an erasure.`

test('every column of the schema is declared, and every declared column is in the schema', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select case when table_schema = 'public' then '' else table_schema || '.' end || table_name as "table",
      column_name as "column"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'sandbox') and table_type = 'BASE TABLE'`.execute(own.db)
  const declared = declaredColumns()
  const undeclared = rows.filter(({ table, column }) => !declared.get(table)?.has(column))
  const names = (all: { table: string; column: string }[]) => all.map(({ table, column }) => `${table}.${column}`)
  expect(names(undeclared), `These columns are not declared.${HOW}`).toEqual([])

  const existing = new Set(names(rows))
  const gone = [...declared].flatMap(([table, columns]) => [...columns.keys()].map((column) => ({ table, column })))
  expect(
    names(gone).filter((name) => !existing.has(name)),
    'These columns are declared and do not exist: remove them from src/features/personal-data/tables.',
  ).toEqual([])
})

test('every named rule has its statement, and the reverse', () => {
  const named = listExpiryRules().flatMap(({ rule }) => (isNamed(rule) ? [rule.rule] : []))
  expect(named.toSorted()).toEqual(Object.keys(expiryStatements).toSorted())
})

test('a rule looks at columns that its table has', () => {
  const declared = declaredColumns()
  for (const { table, rule } of listExpiryRules()) {
    if (isNamed(rule)) continue
    const used = [rule.after, ...Object.keys(rule.clear ?? {}), ...(rule.whileNull ? [rule.whileNull] : [])]
    for (const column of used) expect([table, column, declared.get(table)?.has(column)]).toEqual([table, column, true])
  }
})
