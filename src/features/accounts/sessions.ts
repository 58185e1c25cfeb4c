/** The life of a session after log-in: who a bearer is, new tokens for old, the end. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { endSession, liveSession, lockLiveSession, rotateSession } from './queries.ts'
import { type Audience, issueAccess, readAccess, readRefresh, refreshToken } from './tokens.ts'
import type { Tokens } from './wire.ts'

/** The person behind an access token, or null. Asks the database each time, so an ended session is dead at once. */
export async function identify(deps: Deps, token: string): Promise<Actor | null> {
  const claims = await readAccess(deps.secrets, token, deps.clock())
  if (!claims) return null
  const session = await liveSession(deps.db, claims.sessionId)
  if (!session || session.person_id !== claims.personId || session.audience !== claims.audience) return null
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
 * second tab, a lost answer); anything older is a stolen copy and ends the session.
 */
export async function refresh(deps: Deps, token: string | undefined): Promise<Outcome<Tokens>> {
  const given = token ? readRefresh(deps.secrets, token) : null
  if (!given) return refused('REFRESH_INVALID', { reason: 'not one of ours' })

  const session = await transact(deps.db, async (tx) => {
    const live = await lockLiveSession(tx, given.sessionId)
    if (!live) return null
    const audience = live.audience as Audience
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
    token: await issueAccess(deps.secrets, claims, session.roles, deps.clock()),
    refresh_token: refreshToken(deps.secrets, session.id, session.counter),
  })
}

/** Ends the session that a refresh token belongs to. A token that is not ours ends nothing, and is not told so. */
export async function logOutSession(deps: Deps, token: string): Promise<void> {
  const given = readRefresh(deps.secrets, token)
  if (given) await endSession(deps.db, given.sessionId, 'log-out')
}
