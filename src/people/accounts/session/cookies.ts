/**
 * The cookies of a browser's session, outside development: both tokens (docs/specification.md §4), and the cookie that
 * binds the session to the browser. The binding cookie contains the signed id of the session and nothing else, and
 * only get-token and log-out read it. Nothing reads the tokens' cookies: calls are authorised by the `Authorization`
 * header alone, so that no other site can cause one. docs/contract §3.
 */
import type { Secrets } from '#platform/secrets.ts'
import type { Tokens } from '../wire.ts'
import { ACCESS_TOKEN_SECONDS, type Audience } from './tokens.ts'

/** The maximum lifetime of a session. */
const MAX_AGE_SECONDS = { learner: 90 * 24 * 3600, admin: 7 * 24 * 3600 } as const
const COOKIE_ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict'
/** Pages and files are outside this path, so that requests for them never carry a token. */
const TOKEN_ATTRIBUTES = 'Path=/api/v1/; Secure; HttpOnly; SameSite=Strict'
/** As the keys of the browser's storage. */
const TOKEN_COOKIES = {
  learner: { access: '__Secure-access_token', refresh: '__Secure-refresh_token' },
  admin: { access: '__Secure-admin_access_token', refresh: '__Secure-admin_refresh_token' },
} as const

/** The binding cookie comes first. */
export function createSessionCookies(
  secrets: Secrets,
  audience: Audience,
  sessionId: string,
  tokens: Tokens,
): readonly string[] {
  const { access, refresh } = TOKEN_COOKIES[audience]
  const maxAge = MAX_AGE_SECONDS[audience]
  return [
    `${getCookieName(audience)}=${signSessionId(secrets, sessionId)}; ${COOKIE_ATTRIBUTES}; Max-Age=${maxAge}`,
    `${access}=${tokens.token}; ${TOKEN_ATTRIBUTES}; Max-Age=${ACCESS_TOKEN_SECONDS}`,
    `${refresh}=${tokens.refresh_token}; ${TOKEN_ATTRIBUTES}; Max-Age=${maxAge}`,
  ]
}

export function createExpiredCookies(audience: Audience): readonly string[] {
  const { access, refresh } = TOKEN_COOKIES[audience]
  return [
    `${getCookieName(audience)}=; ${COOKIE_ATTRIBUTES}; Max-Age=0`,
    ...[access, refresh].map((name) => `${name}=; ${TOKEN_ATTRIBUTES}; Max-Age=0`),
  ]
}

/** Deletes the cookies of a session that has ended. Null: the request has none of it; those of another session stay. */
export function expireCookiesOfSession(
  secrets: Secrets,
  cookies: string | undefined,
  sessionId: string,
): readonly string[] | null {
  const audience = (['learner', 'admin'] as const).find((one) => hasBindingCookie(secrets, cookies, one, sessionId))
  return audience ? createExpiredCookies(audience) : null
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
