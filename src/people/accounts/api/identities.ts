/** Binds the endpoints for linked log-ins to their functions. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, respond } from '#http/handle.ts'
import type { Passwords } from '../password/passwords.ts'
import { listIdentityViews, removeIdentity } from '../social/identities.ts'
import * as wire from '../wire/identities.ts'

export function identitiesApi(deps: Deps, passwords: Passwords): MountedEndpoint[] {
  return [
    handle(wire.listIdentities, async ({ actor }) =>
      respond(200, { data: await listIdentityViews(deps, actor.personId) }),
    ),
    handle(wire.removeIdentity, ({ actor, params, body, ip }) =>
      removeIdentity(deps, passwords, { ...actor, ...params, ...body, ip }),
    ),
  ]
}
