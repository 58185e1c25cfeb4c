/** Binds the portal's endpoints to their verbs. */
import type { Passwords } from '#features/accounts/passwords.ts'
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { exportAccount } from './account-export.ts'
import { deletePerson } from './delete-account.ts'
import { signedUpInfoOf } from './signed-up-info.ts'
import { accountExport, deleteAccount, signedUpInfo } from './wire.ts'

export function portalApi(deps: Deps, passwords: Passwords): Mounted[] {
  return [
    handle(signedUpInfo, async ({ actor }) => answer(200, { data: await signedUpInfoOf(deps, actor.personId) })),
    handle(accountExport, async ({ actor, ...call }) => {
      const outcome = await exportAccount(withOrigin(deps, call), actor)
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(deleteAccount, async ({ actor, body, ...call }) => {
      const outcome = await deletePerson(withOrigin(deps, call), passwords, { ...actor, ...body, ip: call.ip })
      return outcome.ok ? answer(204, undefined) : refuse(outcome.refusal)
    }),
  ]
}
