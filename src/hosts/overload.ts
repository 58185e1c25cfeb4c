/** What is refused while the process has more to do than it can, and in which words. Contract §1. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusals } from '#domain/refusal.ts'
import { sendRefusal } from '#http/mount.ts'
import type { Pressure, Priority } from '#platform/pressure.ts'

const RETRY_AFTER_SECONDS = 5

export function shedCalls(api: FastifyInstance, pressure: Pressure): void {
  api.addHook('onRequest', (request, reply, done) => {
    if (!pressure.isTooMuchFor(request.routeOptions.config.priority ?? 'normal')) return done()
    sendRefusal(reply, request.id, { code: 'OVERLOADED', retryAfter: RETRY_AFTER_SECONDS })
  })
}

/**
 * A page that is rendered for one request. Those of an order go on as long as its calls do; a sent form is a call, and
 * so is a picture: the page that shows it has been sent already.
 */
export function pagePriority({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): Priority {
  if (/^\/(checkout|order|gift-card\/buy)(\/|$|\.|\?)/i.test(url)) return 'high'
  return isRead(method) && !/^\/(art|og)\//i.test(url) ? 'low' : 'normal'
}

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>The site is very busy</title>
<h1>The site is very busy</h1>
<p>Please try again in a few seconds.</p>
`

/** Costs next to nothing: rendering a page is what there is no time for. A page that was only read comes back by itself. */
export function sendBusyPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isRead(request.method)) reply.header('refresh', String(RETRY_AFTER_SECONDS))
  return reply
    .code(refusals.OVERLOADED.status)
    .header('retry-after', String(RETRY_AFTER_SECONDS))
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .type('text/html; charset=utf-8')
    .send(PAGE)
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'
