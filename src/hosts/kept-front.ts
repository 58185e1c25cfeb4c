/**
 * Kept pages go out ahead of everything else. Of one that is ready to be sent, most of the cost would be what the
 * framework does for every request; here is what it owes it: our name, a request id, a line in the log.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deps } from '#http/deps.ts'
import type { RequestLog } from '#platform/request-log.ts'
import { writeKept } from './cached-pages.ts'
import { isOwnHost } from './own-hosts.ts'
import type { KeptAt } from './site.ts'

/** False: not answered, and nothing was written. */
export type Front = (request: IncomingMessage, response: ServerResponse) => boolean

export function openFront({ config }: Pick<Deps, 'config'>, keptAt: KeptAt, log: RequestLog): Front {
  const isOwn = isOwnHost(config)
  return (request, response) => {
    const { method, url = '' } = request
    if ((method !== 'GET' && method !== 'HEAD') || !isOwn(request.headers.host)) return false
    const kept = keptAt(url)
    if (!kept) return false
    const reqId = randomUUID()
    const status = writeKept(request, response, kept, reqId)
    log.tell({ method, route: '/*', status, ms: 0, reqId })
    return true
  }
}
