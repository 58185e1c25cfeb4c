/**
 * Social log-in in the browser. Without a provider token, or without both session tokens, nothing is stored. A refusal
 * contains the token that links a mailed link to this browser. docs/contract §3.
 */
import type { ApiResult, Client, ClientEnvironment } from '#http/client.ts'
import type { RequestBody } from '#http/endpoint.ts'
import { completeLogIn, type LoggedIn } from '../browser/complete-log-in.ts'
import { confirmSocial, getToken } from '../wire.ts'

type SocialLogInStorage = Pick<ClientEnvironment, 'local' | 'session'>

const BROWSER_TOKEN_KEY = 'social_claim'
const FAILED = 'Error Logging in. Please try again.'

export async function logInWithProvider(
  client: Client,
  storage: SocialLogInStorage,
  body: RequestBody<typeof getToken>,
): Promise<LoggedIn> {
  if (!body.authToken) return { profile: null, error: FAILED, errorCode: null }
  const response = await client.call(getToken, { body })
  if (response.error !== null) storeBrowserToken(storage, response.data)
  return completeSocialLogIn(client, storage, response)
}

/** Logs in with the mailed link, in the browser that requested it; null in another browser. */
export async function confirmSocialLogIn(
  client: Client,
  storage: SocialLogInStorage,
  token: string,
): Promise<LoggedIn | null> {
  const browserToken = storage.local.getItem(BROWSER_TOKEN_KEY)
  if (!browserToken) return null
  const response = await client.call(confirmSocial, { body: { token, claim: browserToken } })
  if (response.errorCode === 'RESET_INVALID') return null
  const result = await completeSocialLogIn(client, storage, response)
  if (result.profile) storage.local.removeItem(BROWSER_TOKEN_KEY)
  return result
}

export function hasPendingLogIn({ local }: Pick<SocialLogInStorage, 'local'>): boolean {
  return local.getItem(BROWSER_TOKEN_KEY) !== null
}

async function completeSocialLogIn(
  client: Client,
  storage: SocialLogInStorage,
  response: ApiResult<typeof getToken>,
): Promise<LoggedIn> {
  if (response.error !== null) return { profile: null, error: response.error, errorCode: response.errorCode }
  if (!response.data?.token || !response.data.refresh_token) return { profile: null, error: FAILED, errorCode: null }
  return completeLogIn(client, storage, response.data)
}

function storeBrowserToken({ local }: SocialLogInStorage, refusalBody: unknown): void {
  const browserToken = (refusalBody as { data?: { claim?: unknown } } | null)?.data?.claim
  if (typeof browserToken === 'string') local.setItem(BROWSER_TOKEN_KEY, browserToken)
}
