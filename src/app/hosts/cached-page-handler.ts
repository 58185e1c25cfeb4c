/**
 * Serves cached pages and responses before the framework runs, which would cost most of the time. Checks the host name and
 * adds a request id and a log line, as the framework does.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ResponseCache } from '#http/cached-response.ts'
import type { Deps } from '#http/deps.ts'
import type { RequestLog } from '#platform/request-log.ts'
import { createHostCheck } from './allowed-hosts.ts'
import { writeCachedPage } from './cached-pages.ts'
import type { GetCachedPage } from './site.ts'

/** Returns false if nothing was written. */
export type CachedPageHandler = (request: IncomingMessage, response: ServerResponse) => boolean

export function createCachedPageHandler(
  { config }: Pick<Deps, 'config'>,
  getCachedPage: GetCachedPage,
  responses: Pick<ResponseCache, 'cache'> | null,
  log: RequestLog,
): CachedPageHandler {
  const isAllowedHost = createHostCheck(config)
  return (request, response) => {
    const { method, url = '' } = request
    if ((method !== 'GET' && method !== 'HEAD') || !isAllowedHost(request.headers.host)) return false
    const isCall = url.startsWith('/api/')
    // The framework checks tokens, and adds headers for callers of another origin.
    if (isCall && (request.headers.authorization !== undefined || request.headers.origin !== undefined)) return false
    const cachedPage = isCall ? (responses?.cache.getFresh(url) ?? null) : getCachedPage(url)
    if (!cachedPage) return false
    const reqId = randomUUID()
    const status = writeCachedPage(request, response, cachedPage, reqId)
    log({ method, route: isCall ? '/api/*' : '/*', status, ms: 0, reqId })
    return true
  }
}
