/** What the settings show: the person, where they are logged in, their second factor and other ways in. The administration's home shows the same. */

import { callIdentities } from '#features/accounts/calls/identities.ts'
import { callSecondFactor } from '#features/accounts/calls/second-factor.ts'
import { callSessions, callUserProfile } from '#features/accounts/calls.ts'
import type { IdentityView } from '#features/accounts/wire/identities.ts'
import type { SecondFactor } from '#features/accounts/wire/second-factor.ts'
import type { Profile, SessionView } from '#features/accounts/wire.ts'
import type { Client, ClientEnvironment } from '#http/client.ts'
import { type Audience, audienceOf } from './audience.ts'

export const LOGGED_OUT = 'You were logged out. Log in again to go on.'
export type NotIn = { is: 'guest'; told: string | null } | { is: 'unreachable'; message: string }
type In = {
  is: 'in'
  audience: Audience
  profile: Profile
  sessions: SessionView[]
  factor: SecondFactor
  identities: IdentityView[]
}

export async function loadSettings(
  client: Client,
  kept: Pick<ClientEnvironment, 'local'>,
  asked: string | null,
): Promise<In | NotIn> {
  const audience = audienceOf(kept, asked)
  return audience ? personOf(client, audience) : { is: 'guest', told: null }
}

export async function personOf(client: Client, audience: Audience): Promise<In | NotIn> {
  const [profile, sessions, factor, identities] = await Promise.all([
    callUserProfile(client, audience.as),
    callSessions(client, audience.as),
    callSecondFactor(client, audience.as),
    callIdentities(client, audience.as),
  ])
  if ([profile, sessions, factor, identities].some(({ status }) => status === 401))
    return { is: 'guest', told: LOGGED_OUT }
  if (profile.error !== null) return { is: 'unreachable', message: profile.error }
  if (sessions.error !== null) return { is: 'unreachable', message: sessions.error }
  if (factor.error !== null) return { is: 'unreachable', message: factor.error }
  if (identities.error !== null) return { is: 'unreachable', message: identities.error }
  return {
    is: 'in',
    audience,
    profile: profile.data,
    sessions: sessions.data.data,
    factor: factor.data.data,
    identities: identities.data.data,
  }
}
