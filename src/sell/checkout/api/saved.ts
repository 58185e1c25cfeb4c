/** Binds the calls about saved checkouts to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint } from '#http/handle.ts'
import { deleteSavedCheckout, readSavedCheckout, saveCheckout } from '../saved/save-checkout.ts'
import * as wire from '../wire/saved.ts'

export function savedApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.saveCheckout, ({ actor, body, ip }) => saveCheckout(deps, actor, body, ip)),
    handle(wire.readSavedCheckout, ({ body, ip }) => readSavedCheckout(deps, { token: body.token, ip })),
    handle(wire.deleteSavedCheckout, ({ body, ip }) => deleteSavedCheckout(deps, { token: body.token, ip })),
  ]
}
