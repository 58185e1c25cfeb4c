/**
 * The connection to the database. Instants are read as `Date`, wall times as text (`2027-01-12T20:00:00`), and bigint
 * as a number; a bigint that would lose precision is refused.
 */
import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { createDialectPool } from './dialect-pool.ts'
import { PreparedClient } from './prepared-client.ts'
import type { DB as Tables } from './types.gen.ts'
import { logDatabaseUnavailable } from './unavailable.ts'

/** The generator would make every column of the view nullable. */
type DB = Tables & { public_course: Tables['course'] }
export type Db = Kysely<DB>
export type Tx = Transaction<DB>

/** Milliseconds. A statement that waits for a lock or runs longer than this is stuck: it fails and releases its locks. */
const TIMEOUTS = {
  lock_timeout: 3_000,
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
  /** Also limits the wait for a free connection. */
  connectionTimeoutMillis: 10_000,
}
export type DbTimeouts = typeof TIMEOUTS
/** `options` are those of a connection, such as `-c search_path=…`. */
type Wrapping = { options: string; wrapPool: (pool: PostgresPool) => PostgresPool }

export function createDb(
  url: string,
  log: Log,
  max = 10,
  overrides: Partial<DbTimeouts> = {},
  wrapping: Wrapping | null = null,
): { db: Db; close(): Promise<void> } {
  const settings = { ...TIMEOUTS, ...overrides, ...(wrapping && { options: wrapping.options }) }
  return createDbOn(createPool({ Client: PreparedClient, connectionString: url, max, ...settings }, log), log, wrapping)
}

/**
 * Over a pooler in transaction mode. A statement may get another connection of the server each time, so none is prepared,
 * and the limits of time are settings of the role: `requirePooledLimits`.
 */
export function createPooledDb(url: string, log: Log, max = 10): { db: Db; close(): Promise<void> } {
  const { connectionTimeoutMillis } = TIMEOUTS
  return createDbOn(createPool({ connectionString: url, max, connectionTimeoutMillis }, log), log, null)
}

function createDbOn(pool: pg.Pool, log: Log, wrapping: Wrapping | null): { db: Db; close(): Promise<void> } {
  const dialectPool = createDialectPool(pool, (error) => logDatabaseUnavailable(log, error.message))
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: wrapping ? wrapping.wrapPool(dialectPool) : dialectPool }),
  })
  Object.defineProperty(db, POOL, { value: pool })
  return { db, close: () => (pool.ending ? Promise.resolve() : pool.end()) }
}

/** On the connection itself: main.ts makes it, and the bundle of the pages, which counts, has its own copy of this module. */
const POOL = Symbol.for('understudy.pool')
const getPool = (db: Db) => (db as { [POOL]?: pg.Pool })[POOL]

/** The number of statements that wait for a connection now. */
export function countWaitingStatements(db: Db): number {
  return getPool(db)?.waitingCount ?? 0
}

/** The connections of this process, and the statements that wait for one. */
export function countConnections(db: Db): { busy: number; idle: number; waiting: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = getPool(db) ?? {}
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

/** Rejects if the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/** A lost connection causes a log line and a failed statement. It must never end the process. */
function createPool(options: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool({ ...options, types: { getTypeParser }, application_name: 'understudy' })
  const logLostConnection = (error: Error) => {
    if (!pool.ending) logDatabaseUnavailable(log, error.message)
  }
  // Idle connections report errors to the pool, busy ones only to their own listeners.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', logLostConnection)
  })
  return pool
}

const { builtins } = pg.types
const readTimestamp = (text: string) => text.replace(' ', 'T')

const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') => {
  if (type === builtins.INT8) return parseSafeInteger
  if (type === builtins.TIMESTAMP) return readTimestamp
  if (type === builtins.DATE) return String
  return pg.types.getTypeParser(type, format as 'text')
}

function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`)
  return value
}
