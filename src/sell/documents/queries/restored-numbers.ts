/** Numbers that a restored database does not know, because they were given after its backup. docs/contract §41. */
import { sql } from 'kysely'
import { addRestoreEvent } from '#people/audit-log/queries.ts'
import type { Db } from '#platform/db/db.ts'

/** The last number of each kind. */
export type LastNumbers = { invoice: number; 'credit-note': number; order: number }
/** `firstNumber` to `lastNumber`, both included, are never given. */
export type SkippedNumbers = { series: keyof LastNumbers; firstNumber: number; lastNumber: number }

/** primary key of document_series, and the sequence of orders */
export async function getLastNumbers(db: Db): Promise<LastNumbers> {
  const { rows } = await sql<LastNumbers>`${sql.raw(LAST_NUMBERS)}`.execute(db)
  return rows[0]!
}

const LAST_NUMBERS = `select
  (select last_number from document_series where series = 'invoice')::float8 as "invoice",
  (select last_number from document_series where series = 'credit-note')::float8 as "credit-note",
  (select last_value - (not is_called)::int from order_number)::float8 as "order"`

type Client = { query(statement: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

/**
 * In the transaction of a restore, as the owner of the tables. The guard of the series, which allows no gap, is off for
 * these statements. The audit log says which numbers were left out, and the audit of the books reads them there.
 *
 * @param until everything up to here may be given already
 */
export async function skipNumbers(client: Client, until: LastNumbers): Promise<SkippedNumbers[]> {
  const [last] = (await client.query(LAST_NUMBERS)).rows as [LastNumbers]
  const skipped = (['invoice', 'credit-note', 'order'] as const)
    .filter((series) => until[series] > last[series])
    .map((series) => ({ series, firstNumber: last[series] + 1, lastNumber: until[series] }))
  await client.query('alter table document_series disable trigger user')
  for (const { series, lastNumber } of skipped)
    if (series === 'order') await client.query("select setval('order_number', $1, true)", [lastNumber])
    else await client.query('update document_series set last_number = $1 where series = $2', [lastNumber, series])
  await client.query('alter table document_series enable trigger user')
  for (const one of skipped) await addRestoreEvent(client, 'numbers-skipped', 'orders', one)
  return skipped
}
