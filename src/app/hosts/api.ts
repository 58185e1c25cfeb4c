/** The API hosts on one Fastify server: bodies, errors and the JSON 404. See `docs/contract` §1 and §2. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Identify } from '#http/authenticate.ts'
import type { ResponseCache } from '#http/cached-response.ts'
import type { Deps } from '#http/deps.ts'
import type { Host } from '#http/endpoint.ts'
import type { MountedEndpoint } from '#http/handle.ts'
import { mount, sendRefusal } from '#http/mount.ts'
import { parseJson } from '#http/parse.ts'
import { identify } from '#people/accounts/session/sessions.ts'
import { isHeldError } from '#platform/backup/held-error.ts'
import { isDatabaseUnavailable, logFailure, RETRY_AFTER_SECONDS } from '#platform/db/unavailable.ts'
import { noPressure, type Pressure } from '#platform/pressure.ts'
import { listEndpoints } from './endpoints.ts'
import { mountOpenApi } from './openapi.ts'
import { shedCalls } from './overload.ts'
import { mountUploads, UPLOAD_CALL_HEADERS, UPLOAD_STATE_HEADERS } from './uploads.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The unparsed body, for signatures. */
    rawBody?: string
    /** The logged-in person's id, for the request log. */
    personId?: string
  }
}

export const BODY_LIMIT = 256 * 1024

const ALLOWED_HEADERS = ['authorization', 'content-type', 'idempotency-key', 'x-gift-card', ...UPLOAD_CALL_HEADERS]

export async function mountApi(
  app: FastifyInstance,
  deps: Deps,
  hosts: readonly Host[],
  pressure: Pressure = noPressure,
  cache: ResponseCache | null = null,
): Promise<void> {
  await app.register(async (api) => {
    parseJsonBodies(api)
    handleErrors(api, deps)
    allowSiteOrigin(api, deps)
    shedCalls(api, pressure)
    const allEndpoints = listEndpoints(deps)
    const endpoints = allEndpoints.filter(({ endpoint }) => hosts.includes(endpoint.host))
    const identifyToken: Identify = (token) => identify(deps, token)
    const isFormIgnored = ({ endpoint }: MountedEndpoint) => endpoint.ignoresForm === true
    mount(
      api,
      endpoints.filter((mounted) => !isFormIgnored(mounted)),
      deps,
      identifyToken,
      cache,
    )
    await api.register(async (forms) => {
      ignoreFormBodies(forms)
      mount(forms, endpoints.filter(isFormIgnored), deps, identifyToken)
    })
    if (hosts.includes('static-data')) {
      mountOpenApi(api, deps, allEndpoints, cache)
      await mountUploads(api, deps, identifyToken)
    }
    for (const path of ['/api', '/api/*'])
      api.all(path, (request, reply) => sendRefusal(reply, request.id, { code: 'NOT_FOUND' }))
  })
}

export function parseJsonBodies(api: FastifyInstance): void {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (request, body, done) => {
    request.rawBody = String(body)
    try {
      const { value, fault } = parseJson(request.rawBody || '{}')
      done(fault ? new BadBody(fault) : null, value)
    } catch {
      done(new BadBody('not JSON'))
    }
  })
}

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']
const FORM_LIMIT = 4096

function ignoreFormBodies(api: FastifyInstance): void {
  api.addContentTypeParser(FORM_TYPES, { parseAs: 'buffer', bodyLimit: FORM_LIMIT }, (_request, _body, done) =>
    done(null, undefined),
  )
}

class BadBody extends Error {
  statusCode = 400
}

/** An expected fault is a refusal. Anything else is one 5xx that reveals no internals. */
export function handleErrors(api: FastifyInstance, deps: Deps): void {
  api.setErrorHandler(
    (error: Error & { statusCode?: number; code?: string }, request: FastifyRequest, reply: FastifyReply) => {
      if (error.statusCode && error.statusCode < 500)
        return sendRefusal(reply, request.id, { code: 'BODY_INVALID', reason: error.message })
      if (isHeldError(error)) return sendRefusal(reply, request.id, { code: 'PAYMENTS_PAUSED' })
      logFailure(deps.log, error, 'the call failed', { reqId: request.id })
      return isDatabaseUnavailable(error)
        ? sendRefusal(reply, request.id, { code: 'UNAVAILABLE', retryAfter: RETRY_AFTER_SECONDS })
        : sendRefusal(reply, request.id, { code: 'INTERNAL' })
    },
  )
}

/** Allows calls from the site when it has another origin than its API. Other origins are not allowed. */
export function allowSiteOrigin(api: FastifyInstance, { config }: Deps): void {
  const site = new URL(config.publicUrl).origin
  api.addHook('onRequest', async (request, reply) => {
    if (request.headers.origin !== site) return
    reply.header('access-control-allow-origin', site).header('vary', 'origin')
    reply.header('access-control-expose-headers', ['retry-after', ...UPLOAD_STATE_HEADERS].join(', '))
    // Needed for the cookie that binds a session to its browser.
    reply.header('access-control-allow-credentials', 'true')
    if (request.method !== 'OPTIONS') return
    return reply
      .header('access-control-allow-methods', 'GET, HEAD, POST, PATCH, DELETE')
      .header('access-control-allow-headers', ALLOWED_HEADERS.join(', '))
      .header('access-control-max-age', '600')
      .code(204)
      .send()
  })
}
