/**
 * Loaded into a server before anything else (`node --import`). Writes each statement sent to PostgreSQL to
 * STATEMENTS_FILE, one a line. The server itself is unchanged.
 */
import { appendFileSync } from 'node:fs'
import pg from 'pg'

type Query = (this: pg.Client, ...args: unknown[]) => unknown

const file = process.env.STATEMENTS_FILE!
const originalQuery = pg.Client.prototype.query as Query

const recordingQuery: Query = function (...args) {
  const [first] = args
  const text = typeof first === 'string' ? first : (first as pg.QueryConfig).text
  appendFileSync(file, `${text.replace(/\s+/g, ' ').trim()}\n`)
  return originalQuery.apply(this, args)
}
pg.Client.prototype.query = recordingQuery as typeof pg.Client.prototype.query
