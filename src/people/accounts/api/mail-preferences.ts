/** Connects the choices of e-mails to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, respond } from '#http/handle.ts'
import * as preferences from '../profile/mail-preferences.ts'
import * as wire from '../wire/mail-preferences.ts'

export function mailPreferencesApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.listMailPreferences, async ({ actor }) =>
      respond(200, { data: await preferences.getMailPreferences(deps, actor.personId) }),
    ),
    handle(wire.changeMailPreference, async ({ actor, body }) =>
      respond(200, { data: await preferences.changeMailPreference(deps, actor.personId, body) }),
    ),
  ]
}
