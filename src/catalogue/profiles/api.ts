/** Connects the endpoints of profiles to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { createPhotoMaker } from '#media/pictures/make-photo.ts'
import { loadProfile } from './load-profile.ts'
import { saveProfile } from './save-profile.ts'
import * as wire from './wire.ts'

export function profilesApi(deps: Deps): MountedEndpoint[] {
  const makePhoto = createPhotoMaker(deps)
  return [
    handle(wire.readProfile, ({ actor, params }) => loadProfile(deps, makePhoto, actor, params.slug)),
    handle(wire.saveProfile, ({ actor, params, body, ...call }) =>
      saveProfile(withOrigin(deps, call), actor, { slug: params.slug, change: body }),
    ),
  ]
}
