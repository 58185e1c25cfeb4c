/** What every page of the administration asks first: whether an admin is logged in here, and who. */
import { callUserProfile } from '#features/accounts/calls.ts'
import type { Profile } from '#features/accounts/wire.ts'
import { type Audience, audienceOf } from '#features/portal/parts/audience.ts'
import { LOGGED_OUT, type NotIn } from '#features/portal/parts/load-settings.ts'
import type { Answered, Client, ClientEnvironment } from '#http/client.ts'
import type { EndpointShape } from '#http/endpoint.ts'

export type Admin = { audience: Audience; profile: Profile }

/** A learner's session does not open it. */
export function adminHere(kept: Pick<ClientEnvironment, 'local'>): Audience | null {
  const audience = audienceOf(kept, 'admin')
  return audience?.as === 'admin' ? audience : null
}

export async function loadAdmin(client: Client, audience: Audience): Promise<NotIn | ({ is: 'in' } & Admin)> {
  const profile = await callUserProfile(client, 'admin')
  return profile.error === null ? { is: 'in', audience, profile: profile.data } : notIn(profile)
}

/** What a refused call means for the whole page. */
export function notIn({ status, error }: Pick<Answered<EndpointShape>, 'status' | 'error'>): NotIn {
  return status === 401 ? { is: 'guest', told: LOGGED_OUT } : { is: 'unreachable', message: error ?? '' }
}
