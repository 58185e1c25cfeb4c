/** The calls about joined log-ins, as the browser makes them. */
import type { Client, Signed } from '#http/client.ts'
import type * as wire from '../wire/identities.ts'
import type { Owner } from '../wire/step-up.ts'

export const callIdentities = (client: Client, as: Signed) =>
  client.call<typeof wire.listIdentities>({ host: 'login', method: 'GET', path: 'identities' }, { auth: as })

export const callRemoveIdentity = (client: Client, as: Signed, identityId: string, body: Owner) =>
  client.call<typeof wire.removeIdentity>(
    { host: 'login', method: 'POST', path: 'identities/:identityId/remove' },
    { params: { identityId }, body, auth: as },
  )
