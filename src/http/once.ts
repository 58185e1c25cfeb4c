/**
 * Runs a call at most once for its Idempotency-Key; a repeat gets the first answer. Contract §2.
 * A failure of ours is not an answer: the key is set free, and the verb must bear being run again. The same
 * holds for a refusal of a guest: only an accepted call may take up disk space in a guest's name.
 */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { refusals } from '#domain/refusal.ts'
import { clientOf, isLoopback } from '#platform/client-address.ts'
import { answerUnder, claimKey, finishKey, freeKey, keepKey, makeRoom } from '#platform/db/idempotency.ts'
import type { Deps } from './deps.ts'
import type { EndpointShape } from './endpoint.ts'
import type { Actor, Reply } from './handle.ts'

const LONGEST_KEY = 255

/**
 * Whether a call goes by its key. Where none is required it counts for signed-in callers alone, so that strangers and
 * unsigned webhooks cannot fill the table. Log-in is left out: its answers are not to be kept, however sealed.
 */
export function isKeyed(endpoint: EndpointShape, caller: Actor, request: FastifyRequest): boolean {
  const isAllowed = caller.kind === 'person' && endpoint.actor !== 'provider' && endpoint.host !== 'login'
  const isOptional = isAllowed && endpoint.method === 'POST' && request.headers['idempotency-key'] !== undefined
  return endpoint.idempotent === true || isOptional
}

export async function once(
  deps: Deps,
  request: FastifyRequest,
  actor: Actor,
  verb: () => Promise<Reply>,
): Promise<Reply> {
  const key = keyOf(request)
  if (!key) return { ok: false, refusal: { code: 'IDEMPOTENCY_KEY_REQUIRED' } }
  const owner = ownerOf(deps, actor)
  const hash = createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body)}`)
    .digest('base64url')

  const client = clientKeyOf(deps, request, actor)
  const claim = await claimKey(deps.db, owner, key, hash, client)
  if (claim.is === 'mismatch') return { ok: false, refusal: { code: 'IDEMPOTENCY_MISMATCH' } }
  if (claim.is === 'running') return { ok: false, refusal: { code: 'IDEMPOTENCY_IN_FLIGHT', retryAfter: 1 } }
  if (claim.is === 'done') return JSON.parse(deps.secrets.open(claim.answer)) as Reply

  const release = keepKey(deps.db, claim.id)
  try {
    const wait = client && (await makeRoom(deps.db, client))
    if (wait) {
      await freeKey(deps.db, claim.id)
      return { ok: false, refusal: { code: 'RATE_LIMITED', retryAfter: wait, reason: 'too many stored answers' } }
    }
    const reply = await verb()
    if (!isStored(reply, actor)) {
      await freeKey(deps.db, claim.id)
      return reply
    }
    const kept = deps.secrets.seal(JSON.stringify(reply))
    const isOurs = await finishKey(deps.db, claim.id, reply.ok ? reply.status : 0, kept)
    return isOurs ? reply : answerOfOther(deps, owner, key)
  } catch (error) {
    await freeKey(deps.db, claim.id)
    throw error
  } finally {
    release()
  }
}

/** We could not hold on to the claim, and somebody else ran: theirs is the answer, and what we did they have undone. */
async function answerOfOther(deps: Deps, owner: string, key: string): Promise<Reply> {
  const answer = await answerUnder(deps.db, owner, key)
  return answer
    ? (JSON.parse(deps.secrets.open(answer)) as Reply)
    : { ok: false, refusal: { code: 'IDEMPOTENCY_IN_FLIGHT', retryAfter: 1 } }
}

/** A stored answer may hold a token: it is told again only to whoever shows the same credential. */
function ownerOf(deps: Deps, actor: Actor): string {
  if (actor.kind === 'person') return actor.personId
  return actor.checkoutToken ? `guest ${deps.secrets.hash(actor.checkoutToken).toString('base64url')}` : 'guest'
}

/** Whose quota of stored answers a call counts against: the person's, or the guest's network. Null: not counted. */
function clientKeyOf({ config, secrets }: Deps, request: FastifyRequest, actor: Actor): string | null {
  if (actor.kind === 'person') return actor.personId
  // Outside production a local web server may stand for every visitor.
  if (config.mode !== 'production' && isLoopback(request.ip)) return null
  return secrets.mac('idempotency client', clientOf(request.ip)).toString('base64url')
}

function keyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key']
  const field = (request.body as { idempotencyKey?: unknown } | null)?.idempotencyKey
  const key = typeof header === 'string' ? header : field
  return typeof key === 'string' && key.length > 0 && key.length <= LONGEST_KEY ? key : null
}

/** A file is made again: it is too large to store. */
function isStored(reply: Reply, actor: Actor): reply is Exclude<Reply, { file: unknown }> {
  if (!reply.ok) return actor.kind === 'person' && !isPassing(reply)
  return !('file' in reply)
}

/** Not an answer to keep: the same request may succeed when it is made again. */
function isPassing(reply: Reply): boolean {
  return (
    !reply.ok &&
    (refusals[reply.refusal.code].status === 429 ||
      ['UNAVAILABLE', 'OVERLOADED', 'PROVIDER_AWAY', 'REFUND_IN_FLIGHT', 'INTERNAL', 'IDEMPOTENCY_IN_FLIGHT'].includes(
        reply.refusal.code,
      ))
  )
}
