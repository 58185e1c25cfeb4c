/**
 * Puts endpoints on a Fastify server. Every call goes the same way: who → what (parse) → may they →
 * once (idempotency) → the verb → the answer. Contract §1 and §2.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { accepted, type Outcome, type Refusal } from '#domain/outcome.ts'
import { refusals } from '#domain/refusal.ts'
import { clientOf } from '#platform/client-address.ts'
import type { Deps } from './deps.ts'
import type { ActorKind, EndpointShape } from './endpoint.ts'
import type { Actor, Call, Mounted, Reply, SentFile } from './handle.ts'
import { once } from './once.ts'
import { parse } from './parse.ts'

/** Turns a bearer token into a person, or null when it is forged, expired or its session has ended. */
export type Identify = (token: string) => Promise<Actor | null>

export function mount(app: FastifyInstance, endpoints: readonly Mounted[], deps: Deps, identify: Identify): void {
  for (const mounted of endpoints) {
    const { method, path } = mounted.endpoint
    app.route({
      method,
      url: `/api/v1/${path}`,
      handler: (request, reply) => serve(mounted, deps, identify, request, reply),
    })
  }
}

async function serve(mounted: Mounted, deps: Deps, identify: Identify, request: FastifyRequest, reply: FastifyReply) {
  const result = await run(mounted, deps, identify, request)
  reply.header('cache-control', 'no-store')
  if (!result.ok) return sendRefusal(reply, request.id, result.refusal, mounted.endpoint.form)
  if ('file' in result) return sendFile(reply, mounted.endpoint, result.file)
  if (result.cookie) reply.header('set-cookie', result.cookie)
  if (result.body === undefined) return reply.code(result.status).send()
  return reply.code(result.status).send(result.body)
}

function sendFile(reply: FastifyReply, endpoint: EndpointShape, { filename, content }: SentFile): FastifyReply {
  if (!endpoint.file) throw new TypeError(`${endpoint.path} answers a file that it does not declare`)
  return reply.header('content-disposition', `attachment; filename="${filename}"`).type(endpoint.file).send(content)
}

async function run(mounted: Mounted, deps: Deps, identify: Identify, request: FastifyRequest): Promise<Reply> {
  const { endpoint } = mounted
  const actor = await whoCalls(request, identify)
  if (actor === 'invalid') return { ok: false, refusal: { code: 'TOKEN_INVALID' } }
  const closed = closedTo(endpoint.actor, actor)
  if (closed) return { ok: false, refusal: closed }

  const params = read(endpoint.params, request.params)
  if (!params.ok) return { ok: false, refusal: notThere(mounted, params.refusal) }
  const query = read(endpoint.query, request.query)
  if (!query.ok) return query
  const body = read(endpoint.body, request.body)
  if (!body.ok) return body

  const call: Call = {
    actor,
    ip: clientOf(request.ip),
    headers: request.headers,
    rawBody: request.rawBody ?? null,
    requestId: request.id,
  }
  const verb = () => mounted.run({ ...call, params: params.value, query: query.value, body: body.value })
  return endpoint.idempotent || hasKey(endpoint, request) ? once(deps, request, actor, verb) : verb()
}

function read(schema: z.ZodType | undefined, value: unknown): Outcome<unknown> {
  return schema ? parse(schema, value) : accepted(undefined)
}

/** Orders and what is a person's own are also for admins; elsewhere an admin's token is of the wrong audience. Contract §3. */
function closedTo(kind: ActorKind, actor: Actor): Refusal | null {
  const isGuest = actor.kind !== 'person'
  if (kind === 'learner' || kind === 'person') {
    if (isGuest) return { code: 'TOKEN_REQUIRED' }
  }
  const isForAdmins = kind === 'person' || kind === 'order-holder' || kind === 'provider'
  return isGuest || isForAdmins || actor.audience === 'learner'
    ? null
    : { code: 'TOKEN_INVALID', reason: 'wrong audience' }
}

/** Optional where it is not required. Log-in is left out: its answers are not to be kept, however sealed. */
function hasKey(endpoint: Mounted['endpoint'], request: FastifyRequest): boolean {
  return endpoint.method === 'POST' && endpoint.host !== 'login' && request.headers['idempotency-key'] !== undefined
}

/** A guest without a token is a guest; a bad token is a 401, never silently a guest. */
async function whoCalls(request: FastifyRequest, identify: Identify): Promise<Actor | 'invalid'> {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (request.headers.authorization && !bearer) return 'invalid'
  if (bearer?.includes('.')) return (await identify(bearer)) ?? 'invalid'

  const vt = (request.query as { vt?: unknown }).vt
  return { kind: 'guest', checkoutToken: bearer ?? (typeof vt === 'string' ? vt : null) }
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
  if (refusal.reason) reply.log.info({ code: refusal.code, reason: refusal.reason }, 'refused')
  return reply.code(status).send({
    ...(isForm && { status: 'failed' }),
    message: first ?? message,
    errorCode: refusal.code,
    requestId,
    ...(refusal.fields && { fields: refusal.fields }),
    ...(refusal.data !== undefined && { data: refusal.data }),
  })
}
