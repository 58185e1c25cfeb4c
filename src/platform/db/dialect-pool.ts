/**
 * The pool as Kysely wants it: a connection that broke is not given back, one that is refused is told of, and `begin`
 * waits for the first statement to go out with it, in one write and one answer.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg, { type Pool, type PoolClient } from 'pg'

export function dialectPool(pool: Pool, onRefused: (error: Error) => void): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch((error: Error) => {
        onRefused(error)
        throw error
      })
      const watched = known.get(client) ?? watch(client)
      known.set(client, watched)
      return watched
    },
  }
}

const BEGIN = 'begin'
const NOTHING_YET = { command: 'BEGIN', rowCount: null, rows: [] }

function watch(client: PoolClient): PostgresPoolClient {
  let broken = false
  let mustBegin = false
  const send = (text: string, parameters: unknown[]) =>
    client.query(text, parameters).catch((error: unknown) => {
      broken ||= isUseless(error)
      throw error
    })
  const query = async (text: string, parameters: unknown[]) => {
    if (text === BEGIN) {
      mustBegin = true
      return NOTHING_YET
    }
    if (!mustBegin) return send(text, parameters)
    mustBegin = false
    const { stream } = client.connection
    stream.cork()
    // It fails with its connection alone, and then what stands behind it fails too.
    send(BEGIN, []).catch(() => {})
    const answer = send(text, parameters)
    stream.uncork()
    return answer
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
