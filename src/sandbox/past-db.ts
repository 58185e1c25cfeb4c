/**
 * Connections whose transactions happen in the past, for the story of a demo: `now()` in their statements is the told
 * time, and so is what the defaults of columns stamp. docs/decisions/0069.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { createDb, type Db } from '#platform/db/db.ts'
import type { Log } from '#platform/log.ts'

const SEARCH_PATH = '-c search_path=demo_clock,public,pg_catalog'
const CONNECTIONS = 3
/** The story is not in a hurry: the demo's visitors come first. */
const TIMEOUTS = { lock_timeout: 10_000, statement_timeout: 60_000, connectionTimeoutMillis: 60_000 }

/** @param told the time of the story */
export function createPastDb(url: string, log: Log, told: () => Date): { db: Db; close(): Promise<void> } {
  return createDb(url, log, CONNECTIONS, TIMEOUTS, {
    options: SEARCH_PATH,
    wrapPool: (pool) => datePool(pool, told),
  })
}

function datePool(pool: PostgresPool, told: () => Date): PostgresPool {
  const clients = new WeakMap<PostgresPoolClient, PostgresPoolClient>()
  return {
    ...pool,
    connect: async () => {
      const client = await pool.connect()
      const dated = clients.get(client) ?? dateClient(client, told)
      clients.set(client, dated)
      return dated
    },
  }
}

/** A statement outside a transaction gets one of its own. */
function dateClient(client: PostgresPoolClient, told: () => Date): PostgresPoolClient {
  let isInTransaction = false
  const send = (text: string, parameters?: readonly unknown[]) =>
    client.query<Record<string, unknown>>(text, parameters as unknown[])
  // Two statements in one message, because the story has thousands of transactions.
  const begin = () => send(`begin; select set_config('understudy.now', '${told().toISOString()}', true)`)
  // Invoices and credit notes are written by triggers at the commit, which would be after their rows are dated.
  const commit = () =>
    send('set constraints orders_invoice, order_line_credit_note immediate; select demo_clock.backdate(); commit')
  const run = async (text: string, parameters: readonly unknown[]) => {
    if (/^\s*(begin|start transaction)\b/i.test(text)) {
      isInTransaction = true
      return begin()
    }
    const [word] = text.trim().toLowerCase().split(';', 1)
    if (word === 'commit' || word === 'rollback') {
      isInTransaction = false
      return word === 'commit' ? commit() : send(text)
    }
    if (isInTransaction) return send(text, parameters)
    await begin()
    try {
      const result = await send(text, parameters)
      await commit()
      return result
    } catch (error) {
      await send('rollback')
      throw error
    }
  }
  return {
    query: run as unknown as PostgresPoolClient['query'],
    release: (...args) => client.release(...args),
  }
}
