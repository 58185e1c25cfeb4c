/**
 * Limits how long a request's body may take to arrive. Node has one limit for all requests, so this one works by
 * route: an endpoint for uploads may raise it (`bodySeconds` in endpoint.ts).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusals } from '#domain/refusal.ts'
import type { Priority } from '#platform/pressure.ts'
import { sendRefusal } from '../mount.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    bodySeconds?: number | undefined
    priority?: Priority
  }
}

const BODY_SECONDS = 30

/** @param bodySeconds for routes without their own limit */
export function limitBodyTime(app: FastifyInstance, bodySeconds = BODY_SECONDS): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) {
      const seconds = request.routeOptions.config.bodySeconds ?? bodySeconds
      const timer = setTimeout(() => refuseSlowBody(request, reply), seconds * 1000)
      for (const end of ['end', 'close']) request.raw.once(end, () => clearTimeout(timer))
    }
    done()
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Closes the connection, because the rest of the body may never come. */
function refuseSlowBody(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply
  if (raw.headersSent) {
    request.raw.destroy()
  } else if (reply.sent) {
    // A handler took over the response (`reply.hijack`).
    const { status, message } = refusals.BODY_SLOW
    raw.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(message)
  } else {
    // Otherwise Fastify's body parser would respond as well.
    for (const event of ['data', 'end', 'error']) request.raw.removeAllListeners(event)
    reply.header('connection', 'close')
    sendRefusal(reply, request.id, { code: 'BODY_SLOW' })
  }
}
