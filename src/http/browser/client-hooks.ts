/**
 * Lets a feature on a higher floor add to the client: the token of its own calls, and what it deletes when a session
 * ends. The client does not know the feature's storage names.
 */
import { deleteDrafts } from './drafts.ts'

type SessionStorage = Pick<Storage, 'getItem' | 'removeItem'>
/** `isLogOut`: the person chose to log out. Otherwise the session has expired, or the account was deleted. */
export type SessionEnd = { session: SessionStorage; isLogOut: boolean }
/** The feature sets `token`. */
export type TokenRequest = { session: SessionStorage; token: string | null }

const SESSION_END = 'session-end'
const TOKEN_REQUEST = 'token-request'
const hooks = new EventTarget()

/** A listener that is registered twice is called once. */
export function onSessionEnd(listener: (event: CustomEvent<SessionEnd>) => void): void {
  hooks.addEventListener(SESSION_END, listener as EventListener)
}

export function onTokenRequest(listener: (event: CustomEvent<TokenRequest>) => void): void {
  hooks.addEventListener(TOKEN_REQUEST, listener as EventListener)
}

/** Deletes what a log-in left in the tab, apart from the tokens. docs/specification.md §4. */
export function notifySessionEnd(detail: SessionEnd): void {
  detail.session.removeItem('logged_in_this_session')
  deleteDrafts(detail.session, 'learner')
  hooks.dispatchEvent(new CustomEvent(SESSION_END, { detail }))
}

/** The token for calls with `auth: 'checkout'`; null if there is none. */
export function requestToken(session: SessionStorage): string | null {
  const detail: TokenRequest = { session, token: null }
  hooks.dispatchEvent(new CustomEvent(TOKEN_REQUEST, { detail }))
  return detail.token
}
