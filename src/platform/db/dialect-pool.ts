/** The connection pool for Kysely. Drops broken connections instead of reusing them, and reports refused ones. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg, { type Pool, type PoolClient } from 'pg'

export function createDialectPool(pool: Pool, onRefused: (error: Error) => void): PostgresPool {
  const watchedClients = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch((error: Error) => {
        onRefused(error)
        throw error
      })
      const watched = watchedClients.get(client) ?? watch(client)
      watchedClients.set(client, watched)
      return watched
    },
  }
}

function watch(client: PoolClient): PostgresPoolClient {
  let isBroken = false
  const query = (text: string, parameters: unknown[]) =>
    client.query(text, parameters).catch((error: unknown) => {
      isBroken ||= breaksConnection(error)
      throw error
    })
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || isBroken),
  }
}

/**
 * Class 57P: the server ended the connection. 0A000: a migration changed a table that a prepared statement of this
 * connection uses. An error that does not come from the server is a broken socket.
 */
function breaksConnection(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^57P|^0A000$/.test(error.code ?? '')
}
