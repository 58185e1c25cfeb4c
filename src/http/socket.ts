/** The socket that listens: what a client may hold that says little, or nothing. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Log } from '#platform/log.ts'
import { LONGEST_BODY_SECONDS } from './endpoint.ts'

export type SocketLimits = {
  /** From the connection, or the answer before, to the end of the headers. */
  headersMs: number
  /** How often the times are looked at. */
  checkMs: number
  /** At once. One more is closed unanswered. */
  connections: number
}

/** A connection that says nothing costs some kilobytes, and is closed after the time for headers. */
const LIMITS: SocketLimits = { headersMs: 10_000, checkMs: 2_000, connections: 5_000 }

export function createSocket(listener: RequestListener, given: Partial<SocketLimits> = {}): Server {
  const { headersMs, checkMs, connections } = { ...LIMITS, ...given }
  const socket = createServer(
    {
      headersTimeout: headersMs,
      // Bodies have a time of their own (body-time.ts). This ends what slips through.
      requestTimeout: (LONGEST_BODY_SECONDS + 60) * 1000,
      connectionsCheckingInterval: checkMs,
    },
    listener,
  )
  socket.maxConnections = connections
  return socket
}

const SAID_ONCE_IN_MILLISECONDS = 30_000

/** A client that is turned away hears nothing, so the operator has to. */
export function logTurnedAway(socket: Server, log: Log): void {
  let saidAt = Number.NEGATIVE_INFINITY
  socket.on('drop', () => {
    const now = performance.now()
    if (now - saidAt < SAID_ONCE_IN_MILLISECONDS) return
    saidAt = now
    log.warn({ connections: socket.maxConnections }, 'too many connections at once; further ones are closed unanswered')
  })
}
