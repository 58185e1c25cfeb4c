/**
 * The cookie that binds a session to its browser, outside development. It contains the signed id of the session and
 * nothing else. Only get-token and log-out read it. docs/contract.md §3.
 */
import type { Secrets } from '#platform/secrets.ts'
import type { Audience } from './tokens.ts'

/** The maximum lifetime of a session. */
const MAX_AGE_SECONDS = { learner: 90 * 24 * 3600, admin: 7 * 24 * 3600 } as const
const COOKIE_ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict'

export function createBindingCookie(secrets: Secrets, audience: Audience, sessionId: string): string {
  return `${getCookieName(audience)}=${signSessionId(secrets, sessionId)}; ${COOKIE_ATTRIBUTES}; Max-Age=${MAX_AGE_SECONDS[audience]}`
}

export function createExpiredCookie(audience: Audience): string {
  return `${getCookieName(audience)}=; ${COOKIE_ATTRIBUTES}; Max-Age=0`
}

/** Whether a request's cookies contain the cookie of this session. */
export function hasBindingCookie(
  secrets: Secrets,
  cookies: string | undefined,
  audience: Audience,
  sessionId: string,
): boolean {
  const start = `${getCookieName(audience)}=`
  const cookie = (cookies ?? '').split('; ').find((pair) => pair.startsWith(start))
  const [id, mac, ...extraParts] = cookie?.slice(start.length).split('.') ?? []
  if (id !== sessionId || !mac || extraParts.length > 0) return false
  return secrets.isMac('session-cookie', sessionId, mac)
}

const getCookieName = (audience: Audience): string => `__Host-${audience}`

function signSessionId(secrets: Secrets, sessionId: string): string {
  return `${sessionId}.${secrets.mac('session-cookie', sessionId).toString('base64url')}`
}
