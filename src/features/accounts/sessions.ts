/** The life of a session after log-in: who a bearer is, new tokens for old, the end. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import type { Tx } from '#platform/db/db.ts'
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
    isSteppedUp: session.is_stepped_up,
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
    // An admin's session that was begun before admins were always bound has no cookie: it ends with its access token.
    const needsCookie = live.is_bound || (audience === 'admin' && deps.config.mode === 'production')
    if (needsCookie && !carriesBinding(deps.secrets, cookies, audience, live.id)) {
      deps.log.warn({ sessionId: live.id }, 'a refresh token was shown without the cookie of its browser')
      return null
    }
    if (given.counter === live.counter)
      return { ...live, audience, counter: await rotateSession(tx, live.id, audience) }
    if (isPredecessor(given.counter, live)) return { ...live, audience }
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

/**
 * Ends the session of a refresh token. An old token counts as reuse, as it does in `refresh`: a copy is about, so
 * the session ends and the reuse is recorded. Of a bound session it ends nothing without the cookie of its browser.
 * A token that is not ours ends nothing either, and the caller cannot tell the difference.
 */
export async function logOutSession(
  deps: Deps,
  token: string,
  cookies: string | undefined,
): Promise<{ cookie: string | null }> {
  const given = readRefresh(deps.secrets, token)
  const ended = given && (await transact(deps.db, (tx) => endByToken(deps, tx, given, cookies)))
  return { cookie: ended && deps.config.mode === 'production' ? endedCookie(ended) : null }
}

async function endByToken(
  deps: Deps,
  tx: Tx,
  given: { sessionId: string; counter: number },
  cookies: string | undefined,
): Promise<Audience | null> {
  const live = await lockLiveSession(tx, given.sessionId)
  if (!live) return null
  const audience = live.audience as Audience
  const isOld = given.counter !== live.counter && !isPredecessor(given.counter, live)
  if (isOld) {
    if (live.is_bound && !carriesBinding(deps.secrets, cookies, audience, live.id)) {
      deps.log.warn({ sessionId: live.id }, 'an old refresh token was shown without the cookie of its browser')
      return null
    }
    deps.log.warn({ sessionId: live.id }, 'an old refresh token was used to log out; the session is ended')
  }
  await endSession(tx, live.id, isOld ? 'reuse' : 'log-out')
  return audience
}

/** The token that was replaced less than 30 seconds ago: a second tab, or an answer that was lost. */
function isPredecessor(counter: number, session: { counter: number; just_rotated: boolean }): boolean {
  return counter === session.counter - 1 && session.just_rotated
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
