/**
 * How long a request's body may take to arrive. Node has one such time for all requests, so it is counted here,
 * by route: an endpoint that takes uploads may raise it (`bodySeconds` in endpoint.ts).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusals } from '#domain/refusal.ts'
import type { Priority } from '#platform/pressure.ts'
import { sendRefusal } from './mount.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    bodySeconds?: number | undefined
    priority?: Priority
  }
}

const BODY_SECONDS = 30

/** @param bodySeconds for routes that say nothing of their own */
export function limitBodyTime(app: FastifyInstance, bodySeconds = BODY_SECONDS): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) {
      const seconds = request.routeOptions.config.bodySeconds ?? bodySeconds
      const timer = setTimeout(() => cutOff(request, reply), seconds * 1000)
      for (const end of ['end', 'close']) request.raw.once(end, () => clearTimeout(timer))
    }
    done()
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** The connection ends in any case, for the rest of the body may never come. */
function cutOff(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply
  if (raw.headersSent) {
    request.raw.destroy()
  } else if (reply.sent) {
    // A handler took the answer over (`reply.hijack`).
    const { status, message } = refusals.BODY_SLOW
    raw.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(message)
  } else {
    // Fastify's reader of the body would answer as well.
    for (const event of ['data', 'end', 'error']) request.raw.removeAllListeners(event)
    reply.header('connection', 'close')
    sendRefusal(reply, request.id, { code: 'BODY_SLOW' })
  }
}
