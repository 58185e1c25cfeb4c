import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/world/database.ts'
import { isNamed, listExpiryRules, personalTables } from './declaration.ts'
import { expiryStatements } from './queries/expired.ts'
import { nonPersonalTables } from './tables/non-personal.ts'

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

type Column = { table: string; column: string; couldBePersonal: boolean }

/** Types whose values say nothing about a person by themselves. */
const HARMLESS_TYPES = `^(boolean|smallint|integer|bigint|real|double precision|numeric|date|time|interval|int4multirange|tsvector)`

/**
 * The columns of the schema. Data about a person fits into a reference to a person, and into a text, document or binary
 * value that is neither generated from other columns, nor an id that the database makes, nor a reference to another
 * table, nor one of a fixed list.
 */
async function listColumns(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as "table", a.attname as "column",
      coalesce(r.is_to_person, not (
        format_type(a.atttypid, a.atttypmod) ~ ${HARMLESS_TYPES}
        or a.attgenerated <> ''
        or coalesce(pg_get_expr(d.adbin, d.adrelid), '') in ('uuidv7()', 'gen_random_uuid()')
        or exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(+\\w+ = (ANY \\(ARRAY\\[|''[^'']*''::text\\)+$)')
      )) as "couldBePersonal"
    from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
      join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'sandbox')
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      cross join lateral (select bool_or(k.confrelid = 'person'::regclass) as is_to_person
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey)) r
    where a.attnum > 0 and not a.attisdropped`.execute(database.db)
  return rows
}

const getName = ({ table, column }: Pick<Column, 'table' | 'column'>) => `${table}.${column}`

/** "table.column" of everything that is declared, as personal or not. */
function listDeclaredNames(): string[] {
  const split = (table: string, columns = '') => columns.split(' ').map((column) => ({ table, column }))
  const columns = [
    ...Object.entries(personalTables).flatMap(([table, { personal, nonPersonal }]) => [
      ...Object.keys(personal).map((column) => ({ table, column })),
      ...split(table, nonPersonal),
    ]),
    ...Object.entries(nonPersonalTables).flatMap(([table, columns]) => split(table, columns)),
  ]
  return columns.filter(({ column }) => column).map(getName)
}

test('every column of the schema that could hold personal data is declared, and every declared column is in the schema', async () => {
  const columns = await listColumns()
  const declared = new Set(listDeclaredNames())
  const undeclared = columns.filter((column) => column.couldBePersonal && !declared.has(getName(column)))
  expect(undeclared.map(getName), `These columns are not declared.${INSTRUCTIONS}`).toEqual([])

  const existing = new Set(columns.map(getName))
  expect(
    [...declared].filter((name) => !existing.has(name)),
    'These columns are declared and do not exist: remove them from src/people/personal-data/tables.',
  ).toEqual([])
})

test('a column that holds no personal data by its type is not declared as such', async () => {
  const personal = new Set(
    Object.entries(personalTables).flatMap(([table, { personal: columns }]) =>
      Object.keys(columns).map((column) => getName({ table, column })),
    ),
  )
  const declared = new Set(listDeclaredNames().filter((name) => !personal.has(name)))
  const needless = (await listColumns()).filter((column) => !column.couldBePersonal && declared.has(getName(column)))
  expect(
    needless.map(getName),
    'These columns hold no personal data by their type: remove them from "nonPersonal".',
  ).toEqual([])
})

test('every named rule has a statement, and every statement a rule', () => {
  const named = listExpiryRules().flatMap(({ rule }) => (isNamed(rule) ? [rule.rule] : []))
  expect(named.toSorted()).toEqual(Object.keys(expiryStatements).toSorted())
})

test('a rule only uses columns of its table', async () => {
  const existing = new Set((await listColumns()).map(getName))
  for (const { table, rule } of listExpiryRules()) {
    if (isNamed(rule)) continue
    const used = [rule.after, ...Object.keys(rule.clear ?? {}), ...(rule.whileNull ? [rule.whileNull] : [])]
    for (const column of used) expect(existing).toContain(getName({ table, column }))
  }
})
