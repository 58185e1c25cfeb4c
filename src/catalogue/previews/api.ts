/** Connects the endpoints of preview links to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { createPhotoMaker } from '#media/pictures/make-photo.ts'
import { countPreviewLinks, createPreviewLink, endPreviewLinks } from './preview-links.ts'
import { readPicture } from './read-picture.ts'
import * as wire from './wire.ts'

export function previewsApi(deps: Deps): MountedEndpoint[] {
  const makePhoto = createPhotoMaker(deps)
  return [
    handle(wire.createPreviewLink, ({ actor, params, body }) =>
      createPreviewLink(deps, actor, { courseCode: params.course, kind: body.kind }),
    ),
    handle(wire.readPicture, ({ actor, params }) =>
      readPicture(deps, makePhoto, actor, { courseCode: params.course, assetId: params.assetId }),
    ),
    handle(wire.countPreviewLinks, ({ actor, params }) => countPreviewLinks(deps, actor, params.course)),
    handle(wire.endPreviewLinks, ({ actor, params, ...call }) =>
      endPreviewLinks(withOrigin(deps, call), actor, params.course),
    ),
  ]
}
