/** Sessions after log-in: identifies the caller, refreshes tokens, lists sessions and ends them. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { endSession, getLiveSession, listLiveSessions, lockLiveSession, rotateSession } from '../queries/sessions.ts'
import type { SessionView } from '../wire.ts'
import { createExpiredCookies, createSessionCookies, expireCookiesOfSession, hasBindingCookie } from './cookies.ts'
import type { CreatedSession } from './create-session.ts'
import { type Audience, createAccessToken, createRefreshToken, readRefreshToken, verifyAccessToken } from './tokens.ts'

/** The person of an access token, or null. Reads the session each time, so an ended session is refused at once. */
export async function identify(deps: Deps, token: string): Promise<Actor | null> {
  const claims = await verifyAccessToken(deps.secrets, token, deps.clock())
  if (!claims) return null
  const session = await getLiveSession(deps.db, claims.sessionId)
  if (!session || session.person_id !== claims.personId || session.audience !== claims.audience) return null
  if (!canUseAudience(claims.audience, session.roles)) return null
  return {
    kind: 'person',
    personId: claims.personId,
    sessionId: claims.sessionId,
    audience: claims.audience,
    roles: session.roles,
    isSteppedUp: session.is_stepped_up,
    isRecentlyConfirmed: session.is_recently_confirmed,
  }
}

/**
 * Exchanges a refresh token for new tokens. The previous token still gets the current one for 30 seconds, for a
 * second tab or a lost response. Any older token counts as stolen and ends the session. A bound session is
 * refreshed only with its cookie, so tokens copied to another browser cannot be refreshed.
 */
export async function refreshTokens(
  deps: Deps,
  token: string | undefined,
  cookies: string | undefined,
): Promise<Outcome<CreatedSession>> {
  const parsedToken = token ? readRefreshToken(deps.secrets, token) : null
  if (!parsedToken) return refused('REFRESH_INVALID', { reason: 'not signed by this server' })

  const session = await transact(deps.db, async (tx) => {
    const current = await lockLiveSession(tx, parsedToken.sessionId)
    if (!current || !canUseAudience(current.audience as Audience, current.roles)) return null
    const audience = current.audience as Audience
    // Older admin sessions have no cookie, so they end with their access token.
    const needsCookie = current.is_bound || (audience === 'admin' && deps.config.mode === 'production')
    if (needsCookie && !hasBindingCookie(deps.secrets, cookies, audience, current.id)) {
      deps.log.warn({ sessionId: current.id }, 'a refresh token was used without its session cookie')
      return null
    }
    if (parsedToken.counter === current.counter)
      return { ...current, audience, counter: await rotateSession(tx, current.id, audience) }
    if (isPreviousToken(parsedToken.counter, current)) return { ...current, audience }
    await endSession(tx, current.id, 'reuse')
    deps.log.warn({ sessionId: current.id }, 'an old refresh token was reused; the session was ended')
    return null
  })
  if (!session) return refused('REFRESH_INVALID')

  const claims = { personId: session.person_id, sessionId: session.id, audience: session.audience }
  const tokens = {
    token: await createAccessToken(deps.secrets, claims, session.roles, deps.clock()),
    refresh_token: createRefreshToken(deps.secrets, session.id, session.counter),
  }
  return accepted({
    tokens,
    cookie: session.is_bound ? createSessionCookies(deps.secrets, session.audience, session.id, tokens) : null,
  })
}

/** An admin session needs the admin role, so it ends when the role is taken away. */
function canUseAudience(audience: Audience, roles: readonly string[]): boolean {
  return audience === 'learner' || roles.includes('community-admin')
}

/**
 * Ends the session of a refresh token. As in `refreshTokens`, an old token counts as reuse: the session ends and the
 * reuse is recorded. An old token ends a bound session only with the session's cookie. An invalid token ends nothing,
 * and the response is the same. The cookies of a session that ended before are deleted too.
 */
export async function logOutSession(
  deps: Deps,
  token: string,
  cookies: string | undefined,
): Promise<{ cookie: readonly string[] | null }> {
  const parsedToken = readRefreshToken(deps.secrets, token)
  const ended = parsedToken && (await transact(deps.db, (tx) => endSessionByToken(deps, tx, parsedToken, cookies)))
  if (!ended) return { cookie: expireRefusedCookies(deps, token, cookies) }
  return { cookie: deps.config.mode === 'production' ? createExpiredCookies(ended) : null }
}

/** Deletes the cookies of a refresh token that was refused, because its session has ended. */
export function expireRefusedCookies(
  { secrets }: Pick<Deps, 'secrets'>,
  token: string | undefined,
  cookies: string | undefined,
): readonly string[] | null {
  const parsedToken = token ? readRefreshToken(secrets, token) : null
  return parsedToken && expireCookiesOfSession(secrets, cookies, parsedToken.sessionId)
}

async function endSessionByToken(
  deps: Deps,
  tx: Tx,
  parsedToken: { sessionId: string; counter: number },
  cookies: string | undefined,
): Promise<Audience | null> {
  const current = await lockLiveSession(tx, parsedToken.sessionId)
  if (!current) return null
  const audience = current.audience as Audience
  const isReused = parsedToken.counter !== current.counter && !isPreviousToken(parsedToken.counter, current)
  if (isReused) {
    if (current.is_bound && !hasBindingCookie(deps.secrets, cookies, audience, current.id)) {
      deps.log.warn({ sessionId: current.id }, 'an old refresh token was used without its session cookie')
      return null
    }
    deps.log.warn({ sessionId: current.id }, 'an old refresh token was used to log out; the session was ended')
  }
  await endSession(tx, current.id, isReused ? 'reuse' : 'log-out')
  return audience
}

/** Whether this token was replaced less than 30 seconds ago, for a second tab or a lost response. */
function isPreviousToken(counter: number, session: { counter: number; just_rotated: boolean }): boolean {
  return counter === session.counter - 1 && session.just_rotated
}

export async function listSessionViews(deps: Deps, personId: string, currentSessionId: string): Promise<SessionView[]> {
  const sessions = await listLiveSessions(deps.db, personId)
  return sessions.map((session) => ({
    sessionId: session.id,
    device: session.device,
    audience: session.audience as Audience,
    startedAt: session.created_at.toISOString(),
    lastUsedAt: session.rotated_at.toISOString(),
    isThisOne: session.id === currentSessionId,
  }))
}

/** Logs out one device of the same person. */
export async function endOwnSession(deps: Deps, personId: string, sessionId: string): Promise<Outcome<null>> {
  const ownSessions = await listLiveSessions(deps.db, personId)
  if (!ownSessions.some((session) => session.id === sessionId)) return refused('SESSION_NOT_FOUND')
  await endSession(deps.db, sessionId, 'logged-out-elsewhere')
  return accepted(null)
}
