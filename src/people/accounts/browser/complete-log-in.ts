/** Log-in in the browser. Stores the tokens, the user, then the flag; a failure stores nothing. docs/contract §3. */
import { storeAdminTokens } from '#http/browser/admin-isolation.ts'
import { type Client, deleteTokens, type SignedInAudience, saveTokens } from '#http/client.ts'
import type { ApiFailure } from '#http/parse-response.ts'
import type { BrowserStorage } from '../session/session.ts'
import { logIn, type Profile, type Tokens, userProfile } from '../wire.ts'
import { storeSignUpKey } from './sign-up-key.ts'

const OTHER_TAB_MESSAGE =
  'Another tab of this site is running third-party scripts, which must not see an admin log-in. Close that tab, then log in again.'

export type LoggedIn =
  | { profile: Profile; error: null }
  | ({ profile: null } & Pick<ApiFailure, 'error' | 'errorCode' | 'fields' | 'retryAfterSeconds'>)

/** Logs in as a learner, or as a community admin if `audience` is `admin`. */
export async function logInWithPassword(
  client: Client,
  storage: BrowserStorage,
  credentials: { email: string; password: string; otp?: string },
  audience: SignedInAudience = 'learner',
): Promise<LoggedIn> {
  const tokens = await client.call(logIn, {
    body: { ...credentials, ...(audience === 'admin' && { isCommunityAdmin: true }) },
  })
  if (tokens.error === null) return completeLogIn(client, storage, tokens.data, audience)
  if (tokens.errorCode === 'EMAIL_UNVERIFIED') storeSignUpKey(storage.local, tokens.data)
  return { ...tokens, profile: null }
}

/** Completes every kind of log-in once both tokens were received. */
export async function completeLogIn(
  client: Client,
  storage: BrowserStorage,
  tokens: Tokens,
  audience: SignedInAudience = 'learner',
): Promise<LoggedIn> {
  const store = () => saveTokens(storage.local, audience, tokens)
  if (audience === 'admin' && !(await storeAdminTokens(store)))
    return { profile: null, error: OTHER_TAB_MESSAGE, errorCode: null }
  if (audience === 'learner') store()
  const profile = await client.call(userProfile, { auth: audience })
  if (profile.error !== null) {
    // The enrolment in progress stays, because only the log-in failed.
    deleteTokens(storage.local, audience)
    return { profile: null, error: profile.error, errorCode: profile.errorCode }
  }
  storage.session.setItem('logged_in_this_session', 'true')
  return { profile: profile.data, error: null }
}
