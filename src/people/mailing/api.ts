/** Connects the opt-out endpoint to its verb. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint } from '#http/handle.ts'
import { changeOptOut } from './opt-out.ts'
import { changeMailOptOut } from './wire.ts'

export function mailingApi(deps: Deps): MountedEndpoint[] {
  return [handle(changeMailOptOut, ({ body }) => changeOptOut(deps, body))]
}
