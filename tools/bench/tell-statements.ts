/**
 * Loaded into a server before anything else (`node --import`): each statement that it sends to PostgreSQL is
 * written to the file STATEMENTS as one line, with its values and what came back. The program itself knows
 * nothing of it.
 */
import { appendFileSync } from 'node:fs'
import pg from 'pg'

export type Statement = {
  connection: number
  text: string
  values: Value[]
  /** The columns of the only row that came back; null where there was none, or more than one. */
  row: Record<string, Value> | null
  affected: number
}
/** As PostgreSQL is sent it: text, or null. */
export type Value = string | null

type Query = (this: pg.Client & { processID?: number }, ...given: unknown[]) => unknown

const file = process.env.STATEMENTS!
const real = pg.Client.prototype.query as Query

const told: Query = function (...given) {
  const [first, second] = given
  const { text, values = second } = typeof first === 'string' ? { text: first } : (first as pg.QueryConfig)
  const tells = (result: pg.QueryResult) => tell(this.processID ?? 0, text, Array.isArray(values) ? values : [], result)
  const callback = given.at(-1)
  if (typeof callback === 'function')
    return real.call(this, ...given.slice(0, -1), (error: Error | null, result: pg.QueryResult) => {
      if (!error) tells(result)
      callback(error, result)
    })
  const sent = real.apply(this, given)
  if (sent instanceof Promise) sent.then(tells, () => {})
  return sent
}
pg.Client.prototype.query = told as typeof pg.Client.prototype.query

function tell(connection: number, text: string, values: unknown[], { rows, rowCount }: pg.QueryResult): void {
  const row = rows?.length === 1 ? Object.fromEntries(Object.entries(rows[0]).map(([k, v]) => [k, asText(v)])) : null
  const statement: Statement = { connection, text, values: values.map(asText), row, affected: rowCount ?? 0 }
  appendFileSync(file, `${JSON.stringify(statement)}\n`)
}

function asText(value: unknown): Value {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map((one) => JSON.stringify(asText(one))).join(',')}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
