/**
 * Puts endpoints on a Fastify server. Every call goes the same way: who → what (parse) → may they →
 * once (idempotency) → the verb → the answer. Contract §1 and §2.
 */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { accepted, type Outcome, type Refusal } from '#domain/outcome.ts'
import { refusals } from '#domain/refusal.ts'
import { clientOf, isTrustedProxy } from '#platform/client-address.ts'
import type { Deps } from './deps.ts'
import { type EndpointShape, LONGEST_BODY_SECONDS } from './endpoint.ts'
import type { Actor, Call, Mounted, Reply, SentFile } from './handle.ts'
import { isKeyed, once } from './once.ts'
import { parse } from './parse.ts'
import { callerOf, type Identify } from './who.ts'

export function mount(app: FastifyInstance, endpoints: readonly Mounted[], deps: Deps, identify: Identify): void {
  for (const mounted of endpoints) {
    const { method, path, bodySeconds, actor } = mounted.endpoint
    const priority = mounted.endpoint.priority ?? (actor === 'provider' ? 'highest' : 'normal')
    if (bodySeconds && bodySeconds > LONGEST_BODY_SECONDS) throw new RangeError(`${path} waits too long for its body`)
    app.route({
      method,
      url: `/api/v1/${path}`,
      config: { bodySeconds, priority },
      handler: (request, reply) => serve(mounted, deps, identify, request, reply),
    })
  }
}

async function serve(mounted: Mounted, deps: Deps, identify: Identify, request: FastifyRequest, reply: FastifyReply) {
  const result = await run(mounted, deps, identify, request)
  reply.header('cache-control', 'no-store')
  if (!result.ok) return sendRefusal(reply, request.id, result.refusal, mounted.endpoint.form)
  if ('file' in result) return sendFile(reply, mounted.endpoint, result.file)
  if (result.cookie) reply.header('set-cookie', [result.cookie].flat())
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

async function run(mounted: Mounted, deps: Deps, identify: Identify, request: FastifyRequest): Promise<Reply> {
  const { endpoint } = mounted
  const caller = await callerOf(request, endpoint.actor, identify)
  if (!caller.ok) return caller

  const params = read(endpoint.params, request.params)
  if (!params.ok) return { ok: false, refusal: notThere(mounted, params.refusal) }
  const query = read(endpoint.query, request.query)
  if (!query.ok) return query
  const body = read(endpoint.body, request.body)
  if (!body.ok) return body
  // Before the call's key is taken: the same call runs once the session has stepped up.
  if (needsStepUp(endpoint, caller.value, body.value)) return { ok: false, refusal: { code: 'STEP_UP_REQUIRED' } }

  const call: Call = {
    actor: caller.value,
    ip: clientOf(request.ip),
    proxyCountry: toldByProxy(deps, request),
    headers: request.headers,
    rawBody: request.rawBody ?? null,
    requestId: request.id,
  }
  const verb = () => mounted.run({ ...call, params: params.value, query: query.value, body: body.value })
  return isKeyed(endpoint, caller.value, request) ? once(deps, request, caller.value, verb) : verb()
}

function needsStepUp({ stepUp }: EndpointShape, actor: Actor, body: unknown): boolean {
  if (!stepUp || (actor.kind === 'person' && actor.isSteppedUp)) return false
  const isPreview = (body as { preview?: unknown } | undefined)?.preview === true
  return !(stepUp === 'unless-preview' && isPreview)
}

/** A header is anybody's word, unless it comes from a web server of our own. */
function toldByProxy({ config: { place, trustedProxies } }: Deps, request: FastifyRequest): string | null {
  const told = place.header && request.headers[place.header]
  return typeof told === 'string' && isTrustedProxy(request.socket.remoteAddress, trustedProxies) ? told : null
}

function read(schema: z.ZodType | undefined, value: unknown): Outcome<unknown> {
  return schema ? parse(schema, value) : accepted(undefined)
}

/** An id that cannot exist is the same 404 as one that does not. */
function notThere(mounted: Mounted, refusal: Refusal): Refusal {
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
