/** Binds the calls about joined log-ins to their verbs. */
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { identitiesOfPerson, removeIdentity } from '../identities.ts'
import type { Passwords } from '../passwords.ts'
import * as wire from '../wire/identities.ts'

export function identitiesApi(deps: Deps, passwords: Passwords): Mounted[] {
  return [
    handle(wire.listIdentities, async ({ actor }) =>
      answer(200, { data: await identitiesOfPerson(deps, actor.personId) }),
    ),
    handle(wire.removeIdentity, async ({ actor, params, body, ip }) => {
      const outcome = await removeIdentity(deps, passwords, { ...actor, ...params, ...body, ip })
      return outcome.ok ? answer(204, undefined) : refuse(outcome.refusal)
    }),
  ]
}
