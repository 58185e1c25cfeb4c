/**
 * Runs a call at most once for its Idempotency-Key; a repeat gets the first response. See `docs/contract` §2.
 * After a failure of ours the key is released, and the verb must be repeatable. A guest's refusal is not stored
 * either: only an accepted call may use disk space.
 */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { refusals } from '#domain/refusal.ts'
import { isLoopback, normaliseClientAddress } from '#platform/client-address.ts'
import {
  acquireKey,
  completeKey,
  getStoredResponse,
  limitStoredResponses,
  releaseKey,
  startRenewingKey,
} from '#platform/db/idempotency.ts'
import type { Deps } from './deps.ts'
import type { EndpointShape } from './endpoint.ts'
import type { Actor, Reply } from './handle.ts'

const MAX_KEY_LENGTH = 255

/**
 * Whether a call uses its key. An optional key counts only for signed-in callers, so that strangers and unsigned
 * webhooks cannot fill the table. Log-in is excluded: its responses must not be stored, even sealed.
 */
export function usesIdempotencyKey(endpoint: EndpointShape, caller: Actor, request: FastifyRequest): boolean {
  const isAllowed = caller.kind === 'person' && endpoint.actor !== 'provider' && endpoint.host !== 'login'
  const isOptional = isAllowed && endpoint.method === 'POST' && request.headers['idempotency-key'] !== undefined
  return endpoint.idempotent === true || isOptional
}

export async function runOnce(
  deps: Deps,
  request: FastifyRequest,
  actor: Actor,
  verb: () => Promise<Reply>,
): Promise<Reply> {
  const key = getIdempotencyKey(request)
  if (!key) return { ok: false, refusal: { code: 'IDEMPOTENCY_KEY_REQUIRED' } }
  const owner = getOwner(deps, actor)
  const hash = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body)}`)
    .digest('base64url')

  const client = getClientKey(deps, request, actor)
  const acquired = await acquireKey(deps.db, owner, key, hash, client)
  if (acquired.is === 'mismatch') return { ok: false, refusal: { code: 'IDEMPOTENCY_MISMATCH' } }
  if (acquired.is === 'running') return { ok: false, refusal: { code: 'IDEMPOTENCY_IN_FLIGHT', retryAfter: 1 } }
  if (acquired.is === 'done') return JSON.parse(deps.secrets.open(acquired.answer)) as Reply

  const release = startRenewingKey(deps.db, acquired.id)
  try {
    const wait = client && (await limitStoredResponses(deps.db, client))
    if (wait) {
      await releaseKey(deps.db, acquired.id)
      return { ok: false, refusal: { code: 'RATE_LIMITED', retryAfter: wait, reason: 'too many stored answers' } }
    }
    const reply = await verb()
    if (!isStorable(reply, actor)) {
      await releaseKey(deps.db, acquired.id)
      return reply
    }
    const sealedReply = deps.secrets.seal(JSON.stringify(reply))
    const isStillOwner = await completeKey(deps.db, acquired.id, reply.ok ? reply.status : 0, sealedReply)
    return isStillOwner ? reply : getStoredReply(deps, owner, key)
  } catch (error) {
    await releaseKey(deps.db, acquired.id)
    throw error
  } finally {
    release()
  }
}

/** Another process took over this idempotency key; returns its response. Our own work was undone. */
async function getStoredReply(deps: Deps, owner: string, key: string): Promise<Reply> {
  const answer = await getStoredResponse(deps.db, owner, key)
  return answer
    ? (JSON.parse(deps.secrets.open(answer)) as Reply)
    : { ok: false, refusal: { code: 'IDEMPOTENCY_IN_FLIGHT', retryAfter: 1 } }
}

/** A stored response may hold a token, so it is returned only to the same caller. */
function getOwner(deps: Deps, actor: Actor): string {
  if (actor.kind === 'person') return actor.personId
  return actor.checkoutToken ? `guest ${deps.secrets.hash(actor.checkoutToken).toString('base64url')}` : 'guest'
}

/**
 * The quota of stored responses that a call counts against: the person's, or the guest's network. Null: not counted.
 */
function getClientKey({ config, secrets }: Deps, request: FastifyRequest, actor: Actor): string | null {
  if (actor.kind === 'person') return actor.personId
  // Outside production a local proxy may send the requests of every visitor.
  if (config.mode !== 'production' && isLoopback(request.ip)) return null
  return secrets.mac('idempotency client', normaliseClientAddress(request.ip)).toString('base64url')
}

function getIdempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key']
  const field = (request.body as { idempotencyKey?: unknown } | null)?.idempotencyKey
  const key = typeof header === 'string' ? header : field
  return typeof key === 'string' && key.length > 0 && key.length <= MAX_KEY_LENGTH ? key : null
}

/** A file is generated again, because it is too large to store. */
function isStorable(reply: Reply, actor: Actor): reply is Exclude<Reply, { file: unknown } | { redirectTo: string }> {
  if (!reply.ok) return actor.kind === 'person' && !isTemporary(reply)
  return 'body' in reply
}

/** Not stored, because the same request may succeed later. */
function isTemporary(reply: Reply): boolean {
  return (
    !reply.ok &&
    (refusals[reply.refusal.code].status === 429 ||
      [
        'UNAVAILABLE',
        'OVERLOADED',
        'PROVIDER_AWAY',
        'PAYMENTS_PAUSED',
        'REFUND_IN_FLIGHT',
        'INTERNAL',
        'IDEMPOTENCY_IN_FLIGHT',
      ].includes(reply.refusal.code))
  )
}
