/**
 * Mounts endpoints on a Fastify server. Every call passes the same steps: authenticate, parse, authorise,
 * idempotency, verb, response. See `docs/contract` §1 and §2.
 */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { accepted, type Outcome, type Refusal } from '#domain/outcome.ts'
import { refusals } from '#domain/refusal.ts'
import { isTrustedProxy, normaliseClientAddress } from '#platform/client-address.ts'
import { authenticate, type Identify } from './authenticate.ts'
import { getCachedReply, type ResponseCache, sendCachedReply } from './cached-response.ts'
import type { Deps } from './deps.ts'
import { type EndpointShape, MAX_BODY_SECONDS } from './endpoint.ts'
import type { Actor, Call, MountedEndpoint, Reply, SentFile } from './handle.ts'
import { runOnce, usesIdempotencyKey } from './idempotency.ts'
import { parse } from './parse.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body of a call is read. */
    caller?: Actor
  }
}

export function mount(
  app: FastifyInstance,
  endpoints: readonly MountedEndpoint[],
  deps: Deps,
  identify: Identify,
  cache: ResponseCache | null = null,
): void {
  for (const mounted of endpoints) {
    const { method, path, bodySeconds, maxBodyBytes, actor } = mounted.endpoint
    const priority = mounted.endpoint.priority ?? (actor === 'provider' ? 'highest' : 'normal')
    if (bodySeconds && bodySeconds > MAX_BODY_SECONDS) throw new RangeError(`${path} waits too long for its body`)
    app.route({
      method,
      url: `/api/v1/${path}`,
      ...(maxBodyBytes && { bodyLimit: maxBodyBytes }),
      config: { bodySeconds, priority },
      // Before the body is read, so that a refused caller costs no more than its headers.
      onRequest: async (request, reply) => {
        const caller = await admit(mounted, request, identify)
        if (!caller.ok) return sendReply(mounted, caller, request, reply)
        request.caller = caller.value
      },
      handler: (request, reply) =>
        mounted.endpoint.cached && cache
          ? serveCached(mounted, cache, request, reply)
          : serve(mounted, deps, request, reply),
    })
  }
}

/** A caller with a large body also needs the permission for the call. */
async function admit(mounted: MountedEndpoint, request: FastifyRequest, identify: Identify): Promise<Outcome<Actor>> {
  const { endpoint, permit } = mounted
  const caller = await authenticate(request, endpoint.actor, identify)
  if (!caller.ok || !permit) return caller
  const params = parseParams(mounted, request)
  if (!params.ok) return params
  const permitted = await permit({ actor: caller.value, params: params.value })
  return permitted.ok ? caller : permitted
}

async function serve(mounted: MountedEndpoint, deps: Deps, request: FastifyRequest, reply: FastifyReply) {
  return sendReply(mounted, await runCall(mounted, deps, request), request, reply)
}

async function serveCached(
  mounted: MountedEndpoint,
  cache: ResponseCache,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const result = await getCachedReply(cache, mounted, request, () => parseInput(mounted, request))
  return 'ok' in result ? sendReply(mounted, result, request, reply) : sendCachedReply(request, reply, result)
}

function sendReply(mounted: MountedEndpoint, result: Reply, request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'no-store')
  if ('cookie' in result && result.cookie) reply.header('set-cookie', [result.cookie].flat())
  if (!result.ok) return sendRefusal(reply, request.id, result.refusal, mounted.endpoint.form)
  if ('file' in result) return sendFile(reply, mounted.endpoint, result.file)
  if ('redirectTo' in result) return reply.header('referrer-policy', 'no-referrer').redirect(result.redirectTo, 302)
  if (result.body === undefined) return reply.code(result.status).send()
  return reply.code(result.status).send(result.body)
}

function sendFile(
  reply: FastifyReply,
  endpoint: EndpointShape,
  { filename, content }: SentFile<Buffer | Readable>,
): FastifyReply {
  if (!endpoint.file) throw new TypeError(`${endpoint.path} answers a file that it does not declare`)
  return reply
    .header('content-disposition', `attachment; filename="${filename}"`)
    .type(endpoint.file.startsWith('text/') ? `${endpoint.file}; charset=utf-8` : endpoint.file)
    .send(content)
}

async function runCall(mounted: MountedEndpoint, deps: Deps, request: FastifyRequest): Promise<Reply> {
  const { endpoint } = mounted
  const actor = request.caller!
  const input = parseInput(mounted, request)
  if (!input.ok) return input
  // Checked before the idempotency key is taken, so that the same call can run after a step-up.
  if (needsStepUp(endpoint, actor, input.value.body)) return { ok: false, refusal: { code: 'STEP_UP_REQUIRED' } }

  const call: Call = {
    actor,
    ip: normaliseClientAddress(request.ip),
    proxyCountry: getProxyCountry(deps, request),
    headers: request.headers,
    rawBody: request.rawBody ?? null,
    requestId: request.id,
  }
  const verb = () => mounted.run({ ...call, ...input.value })
  return usesIdempotencyKey(endpoint, actor, request) ? runOnce(deps, request, actor, verb) : verb()
}

function parseInput(mounted: MountedEndpoint, request: FastifyRequest) {
  const { endpoint } = mounted
  const params = parseParams(mounted, request)
  if (!params.ok) return params
  const query = parsePart(endpoint.query, request.query)
  if (!query.ok) return query
  const body = parsePart(endpoint.body, request.body)
  if (!body.ok) return body
  return accepted({ params: params.value, query: query.value, body: body.value })
}

function parseParams(mounted: MountedEndpoint, request: FastifyRequest): Outcome<unknown> {
  const params = parsePart(mounted.endpoint.params, request.params)
  return params.ok ? params : { ok: false, refusal: toNotFound(mounted, params.refusal) }
}

function needsStepUp({ stepUp }: EndpointShape, actor: Actor, body: unknown): boolean {
  if (!stepUp || (actor.kind === 'person' && actor.isSteppedUp)) return false
  const isPreview = (body as { preview?: unknown } | undefined)?.preview === true
  return !(stepUp === 'unless-preview' && isPreview)
}

/** Trusts the header only from our own proxies, because any client can send it. */
function getProxyCountry({ config: { location, trustedProxies } }: Deps, request: FastifyRequest): string | null {
  const country = location.header && request.headers[location.header]
  return typeof country === 'string' && isTrustedProxy(request.socket.remoteAddress, trustedProxies) ? country : null
}

function parsePart(schema: z.ZodType | undefined, value: unknown): Outcome<unknown> {
  return schema ? parse(schema, value) : accepted(undefined)
}

/** An invalid id gets the same 404 as an unknown one. */
function toNotFound(mounted: MountedEndpoint, refusal: Refusal): Refusal {
  const code = mounted.endpoint.refusals.find((candidate) => candidate.endsWith('_NOT_FOUND'))
  return code ? { code } : refusal
}

export function sendRefusal(reply: FastifyReply, requestId: string, refusal: Refusal, isForm = false): FastifyReply {
  const { status, message } = refusals[refusal.code]
  const first = refusal.fields && Object.values(refusal.fields)[0]
  if (refusal.retryAfter) reply.header('retry-after', refusal.retryAfter)
  if (refusal.reason) reply.log.info({ code: refusal.code, reason: refusal.reason, reqId: requestId }, 'refused')
  return reply.code(status).send({
    ...(isForm && { status: 'failed' }),
    message: first ?? message,
    errorCode: refusal.code,
    requestId,
    ...(refusal.fields && { fields: refusal.fields }),
    ...(refusal.data !== undefined && { data: refusal.data }),
  })
}
