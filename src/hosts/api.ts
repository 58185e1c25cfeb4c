/** The API hosts on one Fastify server: bodies, errors and the 404 in JSON. Contract §1 and §2. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { identify } from '#features/accounts/sessions.ts'
import type { Deps } from '#http/deps.ts'
import type { Host } from '#http/endpoint.ts'
import { mount, sendRefusal } from '#http/mount.ts'
import { bodyFault } from '#http/parse.ts'
import { isDatabaseAway, logFault, RETRY_AFTER_SECONDS } from '#platform/db/away.ts'
import { noPressure, type Pressure } from '#platform/pressure.ts'
import { allEndpoints } from './endpoints.ts'
import { shedCalls } from './overload.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, for signatures. */
    rawBody?: string
    /** Who is logged in, for the request log. */
    personId?: string
  }
}

export const BODY_LIMIT = 256 * 1024

export async function mountApi(
  app: FastifyInstance,
  deps: Deps,
  hosts: readonly Host[],
  pressure: Pressure = noPressure,
): Promise<void> {
  await app.register(async (api) => {
    readJsonBodies(api)
    answerErrors(api, deps)
    allowTheSite(api, deps)
    shedCalls(api, pressure)
    const own = allEndpoints(deps).filter(({ endpoint }) => hosts.includes(endpoint.host))
    mount(api, own, deps, (token) => identify(deps, token))
    for (const path of ['/api', '/api/*'])
      api.all(path, (request, reply) => sendRefusal(reply, request.id, { code: 'NOT_FOUND' }))
  })
}

export function readJsonBodies(api: FastifyInstance): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (request, body, done) => {
    request.rawBody = String(body)
    try {
      const value: unknown = request.rawBody === '' ? {} : JSON.parse(request.rawBody)
      const fault = bodyFault(value)
      done(fault ? new BadBody(fault) : null, value)
    } catch {
      done(new BadBody('not JSON'))
    }
  })
}

class BadBody extends Error {
  statusCode = 400
}

/** Expected faults of a request are refusals; anything else is one 5xx that tells nothing of the inside. */
export function answerErrors(api: FastifyInstance, deps: Deps): void {
  api.setErrorHandler(
    (error: Error & { statusCode?: number; code?: string }, request: FastifyRequest, reply: FastifyReply) => {
      if (error.statusCode && error.statusCode < 500)
        return sendRefusal(reply, request.id, { code: 'BODY_INVALID', reason: error.message })
      logFault(deps.log, error, 'the call failed', { reqId: request.id })
      return isDatabaseAway(error)
        ? sendRefusal(reply, request.id, { code: 'UNAVAILABLE', retryAfter: RETRY_AFTER_SECONDS })
        : sendRefusal(reply, request.id, { code: 'INTERNAL' })
    },
  )
}

/** A site at another origin than its API may call it; nobody else's pages may. */
export function allowTheSite(api: FastifyInstance, { config }: Deps): void {
  const site = new URL(config.publicUrl).origin
  api.addHook('onRequest', async (request, reply) => {
    if (request.headers.origin !== site) return
    reply.header('access-control-allow-origin', site).header('vary', 'origin')
    reply.header('access-control-expose-headers', 'retry-after')
    // For the cookie that binds a session to its browser.
    reply.header('access-control-allow-credentials', 'true')
    if (request.method !== 'OPTIONS') return
    return reply
      .header('access-control-allow-methods', 'GET, POST, PATCH, DELETE')
      .header('access-control-allow-headers', 'authorization, content-type, idempotency-key, x-gift-card')
      .header('access-control-max-age', '600')
      .code(204)
      .send()
  })
}
