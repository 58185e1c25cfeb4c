/**
 * Orders of days gone by, as many as asked for: copies of one that was really made, every row of it, but for what
 * an installation has forgotten by then. What is an order's own is each copy's own, and its times lie further back.
 */
import pg from 'pg'
import { partsOf } from './as-script.ts'

/** Of many orders together: what is taken of a cohort is counted up instead, and our accounts say no sum. */
const SHARED = ['cohort', 'ledger_account']
/** Kept for days at most, or until a mail is handed over (`personal-data.expire`, `forgetWords`). */
const FORGOTTEN = ['idempotency', 'quote', 'mail_attachment', 'rate_limit']
const BLANK = ['text_body', 'html_body']
const SECONDS_APART = 30
/** Beyond every number that is given out while it is measured. */
const NUMBERS_FROM = 1_000_000_000
const NUMBERS_EACH = 100

type Column = { name: string; type: string; isCounted: boolean }
export type Kept = { table: string; columns: Column[]; row: Record<string, string | null> }

/** @returns every row that came with what `enrol` does, as text */
export async function rowsOf(client: pg.Client, enrol: () => Promise<void>): Promise<Kept[]> {
  const { rows: tables } = await client.query<{ table: string; columns: Column[] }>(
    `
    select format('%I.%I', n.nspname, c.relname) as table, json_agg(json_build_object('name', a.attname,
        'type', format_type(a.atttypid, a.atttypmod), 'isCounted', a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval%', false)) order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relkind = 'r' and n.nspname in ('public', 'sandbox') and a.attnum > 0 and not a.attisdropped
        and c.relname <> all ($1) group by 1`,
    [[...SHARED, ...FORGOTTEN]],
  )
  const { rows } = await client.query('select pg_current_xact_id()::text::bigint as before')
  await enrol()
  const kept: Kept[] = []
  for (const { table, columns } of tables) {
    const texts = columns.map(({ name }) => `"${name}"::text`).join(', ')
    const found = await client.query(`select ${texts} from ${table} where xmin::text::bigint > $1`, [rows[0].before])
    kept.push(...found.rows.map((row) => ({ table, columns, row })))
  }
  return kept
}

/** Nobody listens yet, and what these rows are to one another was checked when the first of them came. */
export async function addPastOrders(address: string, rows: readonly Kept[], count: number, courseCode: string) {
  const client = new pg.Client(address)
  await client.connect()
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off')
    const own = new Map<string, string>()
    for (const [index, { table, columns, row }] of rows.entries()) {
      const values = columns.map((column) => expressionOf(column, row[column.name] ?? null, index, own))
      const names = columns.map(({ name }) => `"${name}"`).join(', ')
      await client.query(`insert into ${table} (${names}) overriding system value
        select ${values.join(', ')} from generate_series(1, ${count}) as n`)
    }
    await client.query('update cohort set taken = taken + $1 where course_code = $2', [count, courseCode])
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

function expressionOf(column: Column, value: string | null, index: number, own: Map<string, string>): string {
  if (value === null) return 'null'
  if (column.isCounted) return `${NUMBERS_FROM + index} + n * ${NUMBERS_EACH}`
  if (BLANK.includes(column.name)) return `''`
  const literal = pg.escapeLiteral(value)
  if (column.type.startsWith('timestamp'))
    return `${literal}::${column.type} - interval '1 day' - n * interval '${SECONDS_APART} seconds'`
  const parts = partsOf(value).map((part, at) => (at % 2 === 0 ? part && pg.escapeLiteral(part) : ownOf(part, own)))
  const said = parts.filter((part) => part !== '')
  return said.length > 0 ? `(${said.join(' || ')})::${column.type}` : literal
}

/** What is made up for one order, made up for each of its copies: of the same kind, and wherever it stands the same. */
function ownOf(part: string, own: Map<string, string>): string {
  const known = own.get(part)
  if (known) return known
  const hash = `md5('${own.size} ' || n)`
  const host = part.split('@')[1]
  const isHex = part.startsWith('\\x')
  const made = isHex ? `('\\x' || ${hash} || ${hash})` : host ? `(${hash} || '@${host}')` : `${hash}::uuid::text`
  own.set(part, made)
  return made
}
