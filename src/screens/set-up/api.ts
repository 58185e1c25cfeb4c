/** Binds the endpoints of the set-up to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import type { Passwords } from '#people/accounts/password/passwords.ts'
import { viewEnvironment } from '#people/site/view-environment.ts'
import { checkSetUp, requireSetUpLink, setUpSite } from './set-up-site.ts'
import * as wire from './wire.ts'

export function setUpApi(deps: Deps, passwords: Passwords): MountedEndpoint[] {
  return [
    handle(wire.readSetUp, async ({ body }) => {
      const link = await requireSetUpLink(deps, deps.db, body.token)
      return link.ok ? respond(200, { data: { environment: viewEnvironment(deps.config) } }) : refuse(link.refusal)
    }),
    handle(wire.checkSetUp, async ({ body }) => checkSetUp(deps, passwords, body)),
    handle(wire.setUp, async ({ body, ...call }) => setUpSite(withOrigin(deps, call), passwords, body)),
  ]
}
