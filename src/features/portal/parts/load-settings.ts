/** What the settings show: the person, and where they are logged in. The administration's home shows the same. */
import { callSessions, callUserProfile } from '#features/accounts/calls.ts'
import type { Profile, SessionView } from '#features/accounts/wire.ts'
import type { Client, Surroundings } from '#http/client.ts'
import { type Audience, audienceOf } from './audience.ts'

export const LOGGED_OUT = 'You were logged out. Log in again to go on.'
export type NotIn = { is: 'guest'; told: string | null } | { is: 'unreachable'; message: string }
type In = { is: 'in'; audience: Audience; profile: Profile; sessions: SessionView[] }

export async function loadSettings(
  client: Client,
  kept: Pick<Surroundings, 'local'>,
  asked: string | null,
): Promise<In | NotIn> {
  const audience = audienceOf(kept, asked)
  return audience ? personOf(client, audience) : { is: 'guest', told: null }
}

export async function personOf(client: Client, audience: Audience): Promise<In | NotIn> {
  const [profile, sessions] = await Promise.all([
    callUserProfile(client, audience.as),
    callSessions(client, audience.as),
  ])
  if (profile.status === 401 || sessions.status === 401) return { is: 'guest', told: LOGGED_OUT }
  if (profile.error !== null) return { is: 'unreachable', message: profile.error }
  if (sessions.error !== null) return { is: 'unreachable', message: sessions.error }
  return { is: 'in', audience, profile: profile.data, sessions: sessions.data.data }
}
