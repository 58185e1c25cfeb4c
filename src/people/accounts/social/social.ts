/** Exchanges a provider's token for session tokens. Every failure gets the same refusal. docs/contract §3. */
import { type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ProviderName } from '#platform/identity/provider.ts'
import { consumeFlow } from '../queries/identity.ts'
import type { CreatedSession } from '../session/create-session.ts'
import type { Device } from '../session/device.ts'
import { logInWithIdentity } from '../session/log-in-with-identity.ts'
import { getRedirectUrl } from './social-flow.ts'

export type SocialLogInInput = {
  provider?: string | undefined
  authToken?: string | undefined
  code?: string | undefined
  appleUserData?: unknown
  appleRedirectUrl?: string | undefined
  device: Device
}

export async function logInSocially(deps: Deps, input: SocialLogInInput): Promise<Outcome<CreatedSession>> {
  const provider = deps.identity.get(input.provider as ProviderName)
  if (!provider || !input.authToken) return refused('SOCIAL_FAILED', { reason: 'unknown provider or missing token' })
  const redirectUrl = getRedirectUrl(deps, provider.name)
  if (input.appleRedirectUrl !== undefined && input.appleRedirectUrl !== redirectUrl)
    return refused('SOCIAL_FAILED', { reason: 'the redirect address does not match' })

  // Accepts only a token from a flow that this server started, and only once.
  const flow = await consumeFlow(deps.db, provider.name, deps.secrets.hash(input.authToken))
  if (!flow) return refused('SOCIAL_FAILED', { reason: 'the token is used or belongs to no flow of this server' })
  const identity = await provider.identify({
    token: input.authToken,
    nonce: flow.nonce,
    redirectUrl,
    now: deps.clock(),
    code: input.code,
    userData: input.appleUserData,
  })
  if (!identity.ok) return refused('SOCIAL_FAILED', { reason: identity.reason })
  return logInWithIdentity(deps, { provider: provider.name, ...identity.value }, input.device)
}
