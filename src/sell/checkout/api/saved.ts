/** Binds the calls about saved checkouts to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { deleteSavedCheckout, readSavedCheckout, saveCheckout } from '../saved/save-checkout.ts'
import * as wire from '../wire/saved.ts'

export function savedApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.saveCheckout, async ({ actor, body, ip }) => {
      const outcome = await saveCheckout(deps, actor, body, ip)
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.readSavedCheckout, async ({ body, ip }) => {
      const outcome = await readSavedCheckout(deps, { token: body.token, ip })
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(wire.deleteSavedCheckout, async ({ body, ip }) => {
      const outcome = await deleteSavedCheckout(deps, { token: body.token, ip })
      return outcome.ok ? respond(204, undefined) : refuse(outcome.refusal)
    }),
  ]
}
