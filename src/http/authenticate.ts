/** Authenticates a caller by the `Authorization` header and checks the endpoint's actor. See `docs/contract` §3. */
import type { FastifyRequest } from 'fastify'
import { accepted, type Outcome, type Refusal, refused } from '#domain/outcome.ts'
import type { ActorKind } from './endpoint.ts'
import type { Actor } from './handle.ts'

/** Returns the person of a bearer token, or null if the token is forged or expired or its session has ended. */
export type Identify = (token: string) => Promise<Actor | null>

export async function authenticate(
  request: FastifyRequest,
  kind: ActorKind,
  identify: Identify,
): Promise<Outcome<Actor>> {
  const actor = await identifyCaller(request, identify)
  if (actor === 'invalid') return refused('TOKEN_INVALID')
  if (actor.kind === 'person') request.personId = actor.personId
  const refusal = getAccessRefusal(kind, actor)
  return refusal ? { ok: false, refusal: refusal } : accepted(actor)
}

/** A caller without a token is a guest. An invalid token is a 401, never a guest. */
async function identifyCaller(request: FastifyRequest, identify: Identify): Promise<Actor | 'invalid'> {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (request.headers.authorization && !bearer) return 'invalid'
  if (bearer?.includes('.')) return (await identify(bearer)) ?? 'invalid'

  const vt = (request.query as { vt?: unknown }).vt
  return { kind: 'guest', checkoutToken: bearer ?? (typeof vt === 'string' ? vt : null) }
}

/**
 * Admins may also use orders and a person's own data; elsewhere their token has the wrong audience. See
 * `docs/contract` §3.
 */
function getAccessRefusal(kind: ActorKind, actor: Actor): Refusal | null {
  const isGuest = actor.kind !== 'person'
  if (isGuest) return kind === 'learner' || kind === 'admin' || kind === 'person' ? { code: 'TOKEN_REQUIRED' } : null
  const isAllowed = kind === 'admin' ? actor.audience === 'admin' : actor.audience === 'learner' || isForAdmins(kind)
  return isAllowed ? null : { code: 'TOKEN_INVALID', reason: 'wrong audience' }
}

function isForAdmins(kind: ActorKind): boolean {
  return kind === 'person' || kind === 'order-holder' || kind === 'provider'
}
