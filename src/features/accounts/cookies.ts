/**
 * The cookie that binds a session to its browser, outside development. It says nothing but which
 * session it belongs to, signed; only get-token and log-out read it. Contract §3, invariant S1.
 */
import type { Secrets } from '#platform/secrets.ts'
import type { Audience } from './tokens.ts'

/** As long as a session can last at all. */
const MAX_AGE_SECONDS = { learner: 90 * 24 * 3600, admin: 7 * 24 * 3600 } as const
const WHOLE = 'Path=/; Secure; HttpOnly; SameSite=Strict'

export function bindingCookie(secrets: Secrets, audience: Audience, sessionId: string): string {
  return `${nameOf(audience)}=${tokenOf(secrets, sessionId)}; ${WHOLE}; Max-Age=${MAX_AGE_SECONDS[audience]}`
}

export function endedCookie(audience: Audience): string {
  return `${nameOf(audience)}=; ${WHOLE}; Max-Age=0`
}

/** Whether a request's cookies hold the one of this session. */
export function carriesBinding(
  secrets: Secrets,
  cookies: string | undefined,
  audience: Audience,
  sessionId: string,
): boolean {
  const start = `${nameOf(audience)}=`
  const given = (cookies ?? '').split('; ').find((pair) => pair.startsWith(start))
  const [id, mac, ...more] = given?.slice(start.length).split('.') ?? []
  if (id !== sessionId || !mac || more.length > 0) return false
  return secrets.isMac('session-cookie', sessionId, mac)
}

const nameOf = (audience: Audience): string => `__Host-${audience}`

function tokenOf(secrets: Secrets, sessionId: string): string {
  return `${sessionId}.${secrets.mac('session-cookie', sessionId).toString('base64url')}`
}
