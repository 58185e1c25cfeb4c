/** Refuses calls and pages while the process is overloaded. See `docs/contract` §1. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusals } from '#domain/refusal.ts'
import { sendRefusal } from '#http/mount.ts'
import type { SiteRoute } from '#http/site-routes.ts'
import type { Pressure, Priority } from '#platform/pressure.ts'

const RETRY_AFTER_SECONDS = 5

export function shedCalls(api: FastifyInstance, pressure: Pressure): void {
  api.addHook('onRequest', (request, reply, done) => {
    if (!pressure.shouldRefuse(request.routeOptions.config.priority ?? 'normal')) return done()
    sendRefusal(reply, request.id, { code: 'OVERLOADED', retryAfter: RETRY_AFTER_SECONDS })
  })
}

/**
 * The priority of a page rendered for one request. Order pages have the priority of order calls. A sent form counts
 * as a call, and so does a picture, because its page was already sent.
 */
export function pagePriority(method: string, { access, surface }: SiteRoute): Priority {
  if (access === 'order') return 'high'
  return isRead(method) && surface !== 'picture' ? 'low' : 'normal'
}

const BUSY_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>The site is very busy</title>
<h1>The site is very busy</h1>
<p>Please try again in a few seconds.</p>
`

/** Static HTML, because there is no time to render. A page that was only read reloads by itself. */
export function sendBusyPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isRead(request.method)) reply.header('refresh', String(RETRY_AFTER_SECONDS))
  return reply
    .code(refusals.OVERLOADED.status)
    .header('retry-after', String(RETRY_AFTER_SECONDS))
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .type('text/html; charset=utf-8')
    .send(BUSY_PAGE)
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'
