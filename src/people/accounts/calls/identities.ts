/** Browser calls for linked log-ins. */
import type { Client, SignedInAudience } from '#http/client.ts'
import * as wire from '../wire/identities.ts'
import type { OwnerProof } from '../wire/step-up.ts'

export const callIdentities = (client: Client, audience: SignedInAudience) =>
  client.call(wire.listIdentities, { auth: audience })

export const callRemoveIdentity = (client: Client, audience: SignedInAudience, identityId: string, body: OwnerProof) =>
  client.call(wire.removeIdentity, { params: { identityId }, body, auth: audience })
