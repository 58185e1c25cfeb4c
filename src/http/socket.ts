/** The listening socket: limits for slow and silent clients, and the answer to bytes that are no request. */
import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '#platform/log.ts'
import type { RequestLog } from '#platform/request-log.ts'
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
  // An expectation that nobody knows is ignored. Node's own 417 would be sent without our headers.
  socket.on('checkExpectation', listener)
  return socket
}

const LINGER_MS = 1000

/** The client still sends. It reads the answer only if the connection is not reset meanwhile. */
function closeSlowly(socket: Socket, last = ''): void {
  socket.end(last)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

const FAULTS: Readonly<Record<string, { status: number; text: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, text: 'The headers of this request are too long.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, text: 'This request is too long.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, text: 'This request took too long.' },
}
const MALFORMED = { status: 400, text: 'This request is not valid.' }

/**
 * Answers what Node's parser refuses, such as a header without a name, by one line of text. Without an answer if the
 * connection is broken, or if the bytes follow a complete request: its client would take the refusal for the answer to that
 * request, which may have placed an order. Then the connection closes after the answer to the request.
 *
 * @param defaultHeaders of every response of this installation
 */
export function answerMalformedRequests(
  server: Server,
  defaultHeaders: Readonly<Record<string, string>>,
  log: RequestLog,
): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The rest of a request that was answered.
    if (socket.writableEnded) return
    const pending = getPendingResponse(socket)
    if (error.code === 'ECONNRESET' || !socket.writable || (pending?.headersSent && !pending.req.complete)) {
      socket.destroy()
      return
    }
    if (pending?.req.complete) {
      // Each further chunk of such bytes is another error.
      if (!pending.shouldKeepAlive) return
      pending.shouldKeepAlive = false
      pending.once('finish', () => closeSlowly(socket))
      return
    }
    const { status, text } = FAULTS[error.code ?? ''] ?? MALFORMED
    const reqId = randomUUID()
    const headers = {
      ...defaultHeaders,
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(text.length),
      connection: 'close',
      'x-request-id': reqId,
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    closeSlowly(socket, [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n'))
    log({ method: '', route: undefined, status, ms: 0, reqId })
  })
}

/** The response that the connection is to send now. Node's own answer looks there too. */
function getPendingResponse(socket: Socket): ServerResponse | null {
  return (Reflect.get(socket, '_httpMessage') as ServerResponse | null | undefined) ?? null
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
