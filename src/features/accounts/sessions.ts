/** The life of a session after log-in: who a bearer is, new tokens for old, the end. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { bindingCookie, carriesBinding, endedCookie } from './cookies.ts'
import type { Opened } from './open-session.ts'
import { endSession, liveSession, lockLiveSession, rotateSession, sessionsOf } from './queries/sessions.ts'
import { type Audience, issueAccess, readAccess, readRefresh, refreshToken } from './tokens.ts'
import type { SessionView } from './wire.ts'

/** The person behind an access token, or null. Asks the database each time, so an ended session is dead at once. */
export async function identify(deps: Deps, token: string): Promise<Actor | null> {
  const claims = await readAccess(deps.secrets, token, deps.clock())
  if (!claims) return null
  const session = await liveSession(deps.db, claims.sessionId)
  if (!session || session.person_id !== claims.personId || session.audience !== claims.audience) return null
  if (!mayBe(claims.audience, session.roles)) return null
  return {
    kind: 'person',
    personId: claims.personId,
    sessionId: claims.sessionId,
    audience: claims.audience,
    roles: session.roles,
  }
}

/**
 * New tokens for a refresh token. The one just replaced still gets the current one for 30 seconds (a
 * second tab, a lost answer); anything older is a stolen copy and ends the session. A bound session is
 * renewed only for the browser that carries its cookie: tokens copied elsewhere are of no use there.
 */
export async function refresh(
  deps: Deps,
  token: string | undefined,
  cookies: string | undefined,
): Promise<Outcome<Opened>> {
  const given = token ? readRefresh(deps.secrets, token) : null
  if (!given) return refused('REFRESH_INVALID', { reason: 'not one of ours' })

  const session = await transact(deps.db, async (tx) => {
    const live = await lockLiveSession(tx, given.sessionId)
    if (!live || !mayBe(live.audience as Audience, live.roles)) return null
    const audience = live.audience as Audience
    if (live.is_bound && !carriesBinding(deps.secrets, cookies, audience, live.id)) {
      deps.log.warn({ sessionId: live.id }, 'a refresh token was shown without the cookie of its browser')
      return null
    }
    if (given.counter === live.counter)
      return { ...live, audience, counter: await rotateSession(tx, live.id, audience) }
    if (given.counter === live.counter - 1 && live.just_rotated) return { ...live, audience }
    await endSession(tx, live.id, 'reuse')
    deps.log.warn({ sessionId: live.id }, 'an old refresh token was used again; the session is ended')
    return null
  })
  if (!session) return refused('REFRESH_INVALID')

  const claims = { personId: session.person_id, sessionId: session.id, audience: session.audience }
  return accepted({
    tokens: {
      token: await issueAccess(deps.secrets, claims, session.roles, deps.clock()),
      refresh_token: refreshToken(deps.secrets, session.id, session.counter),
    },
    cookie: session.is_bound ? bindingCookie(deps.secrets, session.audience, session.id) : null,
  })
}

/** Whoever is an admin no longer has no admin's session either. */
function mayBe(audience: Audience, roles: readonly string[]): boolean {
  return audience === 'learner' || roles.includes('community-admin')
}

/** Ends the session that a refresh token belongs to. A token that is not ours ends nothing, and is not told so. */
export async function logOutSession(deps: Deps, token: string): Promise<{ cookie: string | null }> {
  const given = readRefresh(deps.secrets, token)
  const ended = given && (await endSession(deps.db, given.sessionId, 'log-out'))
  return { cookie: ended && deps.config.mode === 'production' ? endedCookie(ended.audience as Audience) : null }
}

export async function sessionsOfPerson(deps: Deps, personId: string, own: string): Promise<SessionView[]> {
  const sessions = await sessionsOf(deps.db, personId)
  return sessions.map((session) => ({
    sessionId: session.id,
    device: session.device,
    audience: session.audience as Audience,
    startedAt: session.created_at.toISOString(),
    lastUsedAt: session.rotated_at.toISOString(),
    isThisOne: session.id === own,
  }))
}

/** Logs one device of the same person out. */
export async function endOwnSession(deps: Deps, personId: string, sessionId: string): Promise<Outcome<null>> {
  const mine = await sessionsOf(deps.db, personId)
  if (!mine.some((session) => session.id === sessionId)) return refused('SESSION_NOT_FOUND')
  await endSession(deps.db, sessionId, 'logged-out-elsewhere')
  return accepted(null)
}
