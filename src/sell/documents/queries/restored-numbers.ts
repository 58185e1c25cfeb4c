/** Numbers that a restored database does not know, because they were given after its backup. docs/contract §41. */
import { sql } from 'kysely'
import { addRestoreEvent } from '#people/audit-log/queries.ts'
import type { Db } from '#platform/db/db.ts'

const SERIES = ['invoice', 'credit-note', 'order'] as const
export type Series = (typeof SERIES)[number]
/** The last number of each kind. `installation`: the id of its store of files; null before a first start. */
export type LastNumbers = Record<Series, number> & { installation: string | null }
/** Everything up to `until` may be given already. */
export type GivenNumbers = { knownBy: 'database' | 'operator' | 'clock'; until: LastNumbers }
/** `firstNumber` to `lastNumber`, both included, are never given. */
export type SkippedNumbers = { series: Series; firstNumber: number; lastNumber: number }
/** `next`: the number that each series gives next. */
export type NumbersAfterRestore = {
  knownBy: GivenNumbers['knownBy']
  skipped: SkippedNumbers[]
  next: Record<Series, number>
}

/** primary keys, and the sequence of orders */
export async function getLastNumbers(db: Db): Promise<LastNumbers> {
  const { rows } = await sql<LastNumbers>`${sql.raw(LAST_NUMBERS)}`.execute(db)
  return rows[0]!
}

const LAST_NUMBERS = `select
  (select last_number from document_series where series = 'invoice')::float8 as "invoice",
  (select last_number from document_series where series = 'credit-note')::float8 as "credit-note",
  (select last_value - (not is_called)::int from order_number)::float8 as "order",
  (select blob_store_id::text from installation) as installation`

type Client = { query(statement: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

/**
 * In the transaction of a restore, as the owner of the tables. The guard of the series, which allows no gap, is off for
 * these statements. The audit log says which numbers were left out, and the audit of the books reads them there. It also
 * says that none were, if only the operator knows it.
 *
 * @param findGiven gets the last numbers of the restored rows
 */
export async function skipNumbers(
  client: Client,
  findGiven: (last: LastNumbers) => GivenNumbers,
): Promise<NumbersAfterRestore> {
  const [last] = (await client.query(LAST_NUMBERS)).rows as [LastNumbers]
  const { knownBy, until } = findGiven(last)
  const skipped = SERIES.filter((series) => until[series] > last[series]).map((series) => ({
    series,
    firstNumber: last[series] + 1,
    lastNumber: until[series],
  }))
  await client.query('alter table document_series disable trigger user')
  for (const { series, lastNumber } of skipped)
    if (series === 'order') await client.query("select setval('order_number', $1, true)", [lastNumber])
    else await client.query('update document_series set last_number = $1 where series = $2', [lastNumber, series])
  await client.query('alter table document_series enable trigger user')
  for (const one of skipped) await addRestoreEvent(client, 'numbers-skipped', 'orders', one)
  const next = {
    invoice: until.invoice + 1,
    'credit-note': until['credit-note'] + 1,
    order: until.order + 1,
  }
  if (knownBy === 'operator') await addRestoreEvent(client, 'numbers-continued', 'orders', next)
  return { knownBy, skipped, next }
}
