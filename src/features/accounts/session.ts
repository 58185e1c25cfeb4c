/** Logging in and out as the browser sees it. Specification §4: tokens, then the user, then the flag; a failure stores nothing. */
import { type Client, forgetSession, type Surroundings } from '#http/client.ts'
import { callLogIn, callLogOut, callUserProfile } from './calls.ts'
import type { Profile } from './wire.ts'

type Kept = Pick<Surroundings, 'local' | 'session'>
export type LoggedIn =
  | { profile: Profile; error: null }
  | { profile: null; error: string; fields?: Record<string, string> }

export async function logInHere(
  client: Client,
  kept: Kept,
  given: { email: string; password: string },
): Promise<LoggedIn> {
  const tokens = await callLogIn(client, given)
  if (tokens.error !== null)
    return { profile: null, error: tokens.error, ...(tokens.fields && { fields: tokens.fields }) }

  kept.local.setItem('access_token', tokens.data.token)
  kept.local.setItem('refresh_token', tokens.data.refresh_token)
  const profile = await callUserProfile(client)
  if (profile.error !== null) {
    forgetTokens(kept)
    return { profile: null, error: profile.error }
  }
  kept.session.setItem('logged_in_this_session', 'true')
  return { profile: profile.data, error: null }
}

/** The browser forgets at once; the server ends the session if it can be reached. */
export async function logOutHere(client: Client, kept: Kept): Promise<void> {
  const refreshToken = kept.local.getItem('refresh_token')
  forgetSession(kept)
  kept.session.removeItem('session_token')
  if (refreshToken) await callLogOut(client, refreshToken)
}

export function hasSession(kept: Pick<Kept, 'local'>): boolean {
  return kept.local.getItem('access_token') !== null
}

/** What was being enrolled in stays: only the log-in went wrong. */
function forgetTokens({ local }: Kept): void {
  local.removeItem('access_token')
  local.removeItem('refresh_token')
}
