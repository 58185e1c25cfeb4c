/** The listening socket: limits for slow and silent clients. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Log } from '#platform/log.ts'
import { MAX_BODY_SECONDS } from './endpoint.ts'

export type SocketLimits = {
  /** From the connection, or the previous response, to the end of the headers. */
  headersMs: number
  /** How often the time limits are checked. */
  checkMs: number
  /** Concurrent connections. One more is closed without a response. */
  connections: number
}

/** A silent connection costs some kilobytes and is closed after the time limit for headers. */
const LIMITS: SocketLimits = { headersMs: 10_000, checkMs: 2_000, connections: 5_000 }

export function createSocket(listener: RequestListener, overrides: Partial<SocketLimits> = {}): Server {
  const { headersMs, checkMs, connections } = { ...LIMITS, ...overrides }
  const socket = createServer(
    {
      headersTimeout: headersMs,
      // Bodies have their own time limit (body-timeout.ts). This is a fallback.
      requestTimeout: (MAX_BODY_SECONDS + 60) * 1000,
      connectionsCheckingInterval: checkMs,
      // An idle connection stays open 5 seconds longer than the response's `Keep-Alive` says, so that a slow client's or
      // proxy's next request does not meet its end.
      keepAliveTimeoutBuffer: 5_000,
      // request-target.ts refuses a request without a host, with our headers.
      requireHostHeader: false,
    },
    listener,
  )
  socket.maxConnections = connections
  return socket
}

const LOG_INTERVAL_MILLISECONDS = 30_000

/** A refused client gets no response, so the log informs the operator. */
export function logRefusedConnections(socket: Server, log: Log): void {
  let loggedAt = Number.NEGATIVE_INFINITY
  socket.on('drop', () => {
    const now = performance.now()
    if (now - loggedAt < LOG_INTERVAL_MILLISECONDS) return
    loggedAt = now
    log.warn({ connections: socket.maxConnections }, 'connection limit reached; new connections are closed')
  })
}
