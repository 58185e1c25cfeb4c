/** Connects the opt-out endpoint to its verb. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { changeOptOut } from './opt-out.ts'
import { changeMailOptOut } from './wire.ts'

export function mailingApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(changeMailOptOut, async ({ body }) => {
      const outcome = await changeOptOut(deps, body)
      return outcome.ok ? respond(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
  ]
}
