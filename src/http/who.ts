/** Who calls, and whether the endpoint is for them. Decided by the `Authorization` header alone. Contract §3. */
import type { FastifyRequest } from 'fastify'
import { accepted, type Outcome, type Refusal, refused } from '#domain/outcome.ts'
import type { ActorKind } from './endpoint.ts'
import type { Actor } from './handle.ts'

/** Turns a bearer token into a person, or null when it is forged, expired or its session has ended. */
export type Identify = (token: string) => Promise<Actor | null>

export async function callerOf(request: FastifyRequest, kind: ActorKind, identify: Identify): Promise<Outcome<Actor>> {
  const actor = await whoCalls(request, identify)
  if (actor === 'invalid') return refused('TOKEN_INVALID')
  if (actor.kind === 'person') request.personId = actor.personId
  const closed = closedTo(kind, actor)
  return closed ? { ok: false, refusal: closed } : accepted(actor)
}

/** A guest without a token is a guest; a bad token is a 401, never silently a guest. */
async function whoCalls(request: FastifyRequest, identify: Identify): Promise<Actor | 'invalid'> {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (request.headers.authorization && !bearer) return 'invalid'
  if (bearer?.includes('.')) return (await identify(bearer)) ?? 'invalid'

  const vt = (request.query as { vt?: unknown }).vt
  return { kind: 'guest', checkoutToken: bearer ?? (typeof vt === 'string' ? vt : null) }
}

/** Orders and what is a person's own are also for admins; elsewhere an admin's token is of the wrong audience. Contract §3. */
function closedTo(kind: ActorKind, actor: Actor): Refusal | null {
  const isGuest = actor.kind !== 'person'
  if (isGuest) return kind === 'learner' || kind === 'admin' || kind === 'person' ? { code: 'TOKEN_REQUIRED' } : null
  const isOpen = kind === 'admin' ? actor.audience === 'admin' : actor.audience === 'learner' || isForAdmins(kind)
  return isOpen ? null : { code: 'TOKEN_INVALID', reason: 'wrong audience' }
}

function isForAdmins(kind: ActorKind): boolean {
  return kind === 'person' || kind === 'order-holder' || kind === 'provider'
}
