/** The social exchange: a provider's token for tokens of ours. Whatever is wrong is one answer. Contract §3. */
import { type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ProviderName } from '#platform/identity/provider.ts'
import type { Device } from './device.ts'
import { enterAs } from './enter.ts'
import type { Opened } from './open-session.ts'
import { spendFlow } from './queries/identity.ts'
import { redirectUrlOf } from './social-flow.ts'

export type SocialLogIn = {
  provider?: string | undefined
  authToken?: string | undefined
  code?: string | undefined
  appleUserData?: unknown
  appleRedirectUrl?: string | undefined
  device: Device
}

export async function logInSocially(deps: Deps, given: SocialLogIn): Promise<Outcome<Opened>> {
  const provider = deps.identity.get(given.provider as ProviderName)
  if (!provider || !given.authToken) return refused('SOCIAL_FAILED', { reason: 'no such provider, or no token' })
  const redirectUrl = redirectUrlOf(deps, provider.name)
  if (given.appleRedirectUrl !== undefined && given.appleRedirectUrl !== redirectUrl)
    return refused('SOCIAL_FAILED', { reason: 'another redirect address' })

  // Only a token that came back to a flow begun here is looked at, and only once.
  const flow = await spendFlow(deps.db, provider.name, deps.secrets.hash(given.authToken))
  if (!flow) return refused('SOCIAL_FAILED', { reason: 'not a token of a flow begun here, or used' })
  const told = await provider.identify({
    token: given.authToken,
    nonce: flow.nonce,
    redirectUrl,
    now: deps.clock(),
    code: given.code,
    userData: given.appleUserData,
  })
  if (!told.ok) return refused('SOCIAL_FAILED', { reason: told.reason })
  return enterAs(deps, { provider: provider.name, ...told.value }, given.device)
}
