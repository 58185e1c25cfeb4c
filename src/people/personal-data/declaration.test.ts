import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { declaredColumns, isNamed, listExpiryRules } from './declaration.ts'
import { expiryStatements } from './queries/expired.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const INSTRUCTIONS = `
Declare each column in src/people/personal-data/tables: in the entry of its table, under "personal" (with its purpose)
if it is personal data or identifies a person, else under "nonPersonal". A new table with such a column gets an entry of
its own, with retention, erasure and export; a new table without one goes to tables/non-personal.ts. Then run
"npm run u -- generate", and give the table a row in src/screens/portal/personal-data.test.ts if it has an export or
an erasure.`

test('every column of the schema is declared, and every declared column is in the schema', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select case when table_schema = 'public' then '' else table_schema || '.' end || table_name as "table",
      column_name as "column"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'sandbox') and table_type = 'BASE TABLE'`.execute(database.db)
  const declared = declaredColumns()
  const undeclared = rows.filter(({ table, column }) => !declared.get(table)?.has(column))
  const names = (columns: { table: string; column: string }[]) =>
    columns.map(({ table, column }) => `${table}.${column}`)
  expect(names(undeclared), `These columns are not declared.${INSTRUCTIONS}`).toEqual([])

  const existing = new Set(names(rows))
  const declaredOnly = [...declared].flatMap(([table, columns]) =>
    [...columns.keys()].map((column) => ({ table, column })),
  )
  expect(
    names(declaredOnly).filter((name) => !existing.has(name)),
    'These columns are declared and do not exist: remove them from src/people/personal-data/tables.',
  ).toEqual([])
})

test('every named rule has a statement, and every statement a rule', () => {
  const named = listExpiryRules().flatMap(({ rule }) => (isNamed(rule) ? [rule.rule] : []))
  expect(named.toSorted()).toEqual(Object.keys(expiryStatements).toSorted())
})

test('a rule only uses columns of its table', () => {
  const declared = declaredColumns()
  for (const { table, rule } of listExpiryRules()) {
    if (isNamed(rule)) continue
    const used = [rule.after, ...Object.keys(rule.clear ?? {}), ...(rule.whileNull ? [rule.whileNull] : [])]
    for (const column of used) expect([table, column, declared.get(table)?.has(column)]).toEqual([table, column, true])
  }
})
