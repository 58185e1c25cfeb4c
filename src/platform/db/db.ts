/**
 * The one way to the database. Instants come as `Date`, a wall time without a zone as its text
 * (`2027-01-12T20:00:00`), bigint as a number that is refused where it would lose precision.
 */
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { noteDatabaseAway } from './away.ts'
import { dialectPool } from './dialect-pool.ts'
import { PreparedClient } from './prepared-client.ts'
import type { DB } from './types.gen.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

/** Milliseconds. A request that waits longer for a row or runs longer than this is stuck: it fails and frees its locks. */
const LIMITS = { lock_timeout: 3_000, statement_timeout: 10_000, idle_in_transaction_session_timeout: 15_000 }

const CONNECT_MILLISECONDS = 10_000

export function openDb(url: string, log: Log, max = 10): { db: Db; close(): Promise<void> } {
  const pool = openPool(url, log, max)
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: dialectPool(pool, (error) => noteDatabaseAway(log, error.message)) }),
  })
  pools.set(db, pool)
  return { db, close: () => (pool.ending ? Promise.resolve() : pool.end()) }
}

const pools = new WeakMap<Db, pg.Pool>()

/** How many statements wait for a connection now. */
export function waitingFor(db: Db): number {
  return pools.get(db)?.waitingCount ?? 0
}

/** Rejects where the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/** A lost connection is a line in the log and a failed statement, never the end of the process. */
function openPool(url: string, log: Log, max: number): pg.Pool {
  const pool = new pg.Pool({
    Client: PreparedClient,
    connectionString: url,
    // Only for `begin` (dialect-pool.ts): everything else is asked one after the other.
    pipeline: true,
    max,
    types: { getTypeParser },
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    application_name: 'understudy',
    ...LIMITS,
  })
  const lost = (error: Error) => {
    if (!pool.ending) noteDatabaseAway(log, error.message)
  }
  // An idle connection tells the pool, a busy one only its own listeners.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', lost)
  })
  return pool
}

const { builtins } = pg.types
const readTimestamp = (text: string) => text.replace(' ', 'T')

const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') => {
  if (type === builtins.INT8) return safeNumber
  if (type === builtins.TIMESTAMP) return readTimestamp
  if (type === builtins.DATE) return String
  return pg.types.getTypeParser(type, format as 'text')
}

function safeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`)
  return value
}
