/**
 * Checks the first line of a request before anything else reads it: RFC 9110 §9, RFC 9112 §3.2. Refusals are one line
 * of text, because no page or endpoint is chosen yet.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestLog } from '#platform/request-log.ts'

/** Characters. Our own paths have less than half as many, and routers take more than linear time for some paths. */
const MAX_PATH_LENGTH = 512
/** Characters, including the query. RFC 9110 §4.1 asks for at least 8000. */
const MAX_TARGET_LENGTH = 8_000

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])
const ALLOW = [...METHODS].join(', ')

/** `http://host/path`: clients send it to proxies, and every server must accept it. */
const ABSOLUTE = /^https?:\/\/([^/?#@]+)([/?].*)?$/i

const messages = {
  204: '',
  400: 'This address is not valid.',
  405: 'This method is not allowed.',
  414: 'This address is too long.',
}

/**
 * Responds to invalid requests. Returns false if nothing was written; `request.url` is then a path.
 *
 * @param defaultHeaders of every response of this installation
 */
export function refuseTarget(
  request: IncomingMessage,
  response: ServerResponse,
  log: RequestLog,
  defaultHeaders: Readonly<Record<string, string>>,
): boolean {
  const status = getFaultStatus(request)
  if (!status) return false
  const reqId = randomUUID()
  // The connection closes without waiting for the rest of the body.
  const headers = {
    ...defaultHeaders,
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
    'x-request-id': reqId,
  }
  const isAboutMethods = status === 405 || status === 204
  response.writeHead(status, isAboutMethods ? { ...headers, allow: ALLOW } : headers).end(messages[status])
  log({ method: request.method ?? '', route: undefined, status, ms: 0, reqId })
  return true
}

function getFaultStatus(request: IncomingMessage): keyof typeof messages | null {
  if (!METHODS.has(request.method ?? '')) return 405
  if (!hasOneHost(request)) return 400
  if (!request.url?.startsWith('/')) {
    if (request.url === '*' && request.method === 'OPTIONS') return 204
    if (!makeRelative(request)) return 400
  }
  if (isTooLong(request.url!)) return 414
  return isReadable(request.url!) ? null : 400
}

/** RFC 9112 §3.2. Node keeps the first of several Host headers, and a proxy in front may have chosen another. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (rawHeaders[index]!.toLowerCase() === 'host') count++
  return count === 1 || (count === 0 && httpVersion === '1.0')
}

/** Our paths are UTF-8. A NUL, also in a query, would reach the database, which refuses it. */
function isReadable(url: string): boolean {
  if (!url.includes('%')) return true
  if (url.includes('%00')) return false
  try {
    decodeURIComponent(url.split('?', 1)[0]!)
    return true
  } catch {
    return false
  }
}

/** The host of an absolute URL replaces the Host header. Whether the host is ours is checked later. */
function makeRelative(request: IncomingMessage): boolean {
  const [, host, rest = '/'] = ABSOLUTE.exec(request.url ?? '') ?? []
  if (!host) return false
  request.headers.host = host
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  return true
}

function isTooLong(url: string): boolean {
  if (url.length <= MAX_PATH_LENGTH) return false
  const queryAt = url.indexOf('?')
  return queryAt < 0 || queryAt > MAX_PATH_LENGTH || url.length > MAX_TARGET_LENGTH
}
