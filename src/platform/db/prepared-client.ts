/**
 * Names every statement, so that PostgreSQL parses and plans each text once on each connection: four
 * times faster on a five-table query. Write `= any($1)`, never lists of varying length.
 */
import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg, { type Pool, type PoolClient } from 'pg'

/** Texts beyond this number run unnamed: a statement built from data must not fill the server's memory. */
const MOST_NAMES = 2000

const names = new Map<string, string>()

/** The pool as Kysely wants it, with every statement that has parameters prepared by name. */
export function preparedPool(pool: Pool, onRefused: (error: Error) => void): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch((error: Error) => {
        onRefused(error)
        throw error
      })
      const wrapped = known.get(client) ?? prepared(client)
      known.set(client, wrapped)
      return wrapped
    },
  }
}

function prepared(client: PoolClient): PostgresPoolClient {
  let broken = false
  const query = (text: string, parameters: readonly unknown[]) => {
    const name = parameters.length > 0 ? nameOf(text) : undefined
    return client.query({ ...(name && { name }), text, values: [...parameters] }).catch((error: unknown) => {
      broken ||= isUseless(error)
      throw error
    })
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || broken),
  }
}

/**
 * Class 57P: the server ended the connection. 0A000: a migration changed a table under a plan that this
 * connection keeps. What does not come from the server at all is a broken socket.
 */
function isUseless(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^57P|^0A000$/.test(error.code ?? '')
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MOST_NAMES) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}
