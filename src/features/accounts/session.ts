/** Logging in and out as the browser sees it. Specification §4: tokens, then the user, then the flag; a failure stores nothing. */
import { storeAdminTokens } from '#http/browser/admin-alone.ts'
import {
  type Bad,
  type Client,
  type ClientEnvironment,
  forgetSession,
  forgetTokens,
  keepTokens,
  type Signed,
  TOKEN_KEYS,
} from '#http/client.ts'
import { storeSignUpKey } from './browser/sign-up-key.ts'
import { callLogIn, callLogOut, callUserProfile } from './calls.ts'
import type { Profile, Tokens } from './wire.ts'

export type Kept = Pick<ClientEnvironment, 'local' | 'session'>
const OTHER_TAB =
  'A tab of this site still runs tools of others, which must not see an admin’s log-in. Close that tab, then log in again.'

export type LoggedIn =
  | { profile: Profile; error: null }
  | ({ profile: null } & Pick<Bad, 'error' | 'errorCode' | 'fields' | 'retryAfterSeconds'>)

/** The learner's log-in, or the community admin's where `who` says so. */
export async function logInHere(
  client: Client,
  kept: Kept,
  given: { email: string; password: string; otp?: string },
  who: Signed = 'learner',
): Promise<LoggedIn> {
  const tokens = await callLogIn(client, { ...given, ...(who === 'admin' && { isCommunityAdmin: true }) })
  if (tokens.error === null) return enterHere(client, kept, tokens.data, who)
  if (tokens.errorCode === 'EMAIL_UNVERIFIED') storeSignUpKey(kept.local, tokens.data)
  return { ...tokens, profile: null }
}

/** What follows whenever both tokens came back, however they were earned. */
export async function enterHere(
  client: Client,
  kept: Kept,
  tokens: Tokens,
  who: Signed = 'learner',
): Promise<LoggedIn> {
  const store = () => keepTokens(kept.local, who, tokens)
  if (who === 'admin' && !(await storeAdminTokens(store))) return { profile: null, error: OTHER_TAB, errorCode: null }
  if (who === 'learner') store()
  const profile = await callUserProfile(client, who)
  if (profile.error !== null) {
    // What was being enrolled in stays: only the log-in went wrong.
    forgetTokens(kept.local, who)
    return { profile: null, error: profile.error, errorCode: profile.errorCode }
  }
  kept.session.setItem('logged_in_this_session', 'true')
  return { profile: profile.data, error: null }
}

/** The browser forgets at once; the server ends the session if it can be reached. */
export async function logOutHere(client: Client, kept: Kept, who: Signed = 'learner'): Promise<void> {
  const refreshToken = kept.local.getItem(TOKEN_KEYS[who].refresh)
  forgetSession(kept, who)
  if (who === 'learner') kept.session.removeItem('session_token')
  if (refreshToken) await callLogOut(client, refreshToken)
}

export function hasSession(kept: Pick<Kept, 'local'>, who: Signed = 'learner'): boolean {
  return kept.local.getItem(TOKEN_KEYS[who].access) !== null
}
