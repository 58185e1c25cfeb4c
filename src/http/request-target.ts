/**
 * The first line of a request, checked before anything else reads it. RFC 9110 §9, RFC 9112 §3.2.
 * Refused in one line of text: no page and no call has been chosen yet.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestLog } from '#platform/request-log.ts'

/** Characters. No address of ours has half as many, and routers take more than linear time for some paths. */
const LONGEST_PATH = 512
/** Characters, the query included. RFC 9110 §4.1 asks for 8000 at least. */
const LONGEST_TARGET = 8_000

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])
const ALLOW = [...METHODS].join(', ')

/** `http://host/path`: what a client sends to a proxy, and every server has to accept. */
const ABSOLUTE = /^https?:\/\/([^/?#@]+)([/?].*)?$/i

const answers = {
  204: '',
  400: 'This address is not valid.',
  405: 'This method is not allowed.',
  414: 'This address is too long.',
}

/** Answers what cannot be served. False: nothing was written, and `request.url` is a path of ours. */
export function refuseTarget(request: IncomingMessage, response: ServerResponse, log: RequestLog): boolean {
  const status = faultOf(request)
  if (!status) return false
  const reqId = randomUUID()
  // What may still come of a body is not waited for.
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    connection: 'close',
    'x-request-id': reqId,
  }
  const isAboutMethods = status === 405 || status === 204
  response.writeHead(status, isAboutMethods ? { ...headers, allow: ALLOW } : headers).end(answers[status])
  log.tell({ method: request.method ?? '', route: undefined, status, ms: 0, reqId })
  return true
}

function faultOf(request: IncomingMessage): keyof typeof answers | null {
  if (!METHODS.has(request.method ?? '')) return 405
  if (!request.url?.startsWith('/')) {
    if (request.url === '*' && request.method === 'OPTIONS') return 204
    if (!makeRelative(request)) return 400
  }
  return isTooLong(request.url!) ? 414 : null
}

/** The host of an absolute address takes the place of the Host header: whether it is ours is asked later. */
function makeRelative(request: IncomingMessage): boolean {
  const [, host, rest = '/'] = ABSOLUTE.exec(request.url ?? '') ?? []
  if (!host) return false
  request.headers.host = host
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  return true
}

function isTooLong(url: string): boolean {
  if (url.length <= LONGEST_PATH) return false
  const queryAt = url.indexOf('?')
  return queryAt < 0 || queryAt > LONGEST_PATH || url.length > LONGEST_TARGET
}
