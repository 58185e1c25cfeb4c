/** Connects the endpoints of preview links to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { countPreviewLinks, createPreviewLink, endPreviewLinks } from './preview-links.ts'
import * as wire from './wire.ts'

export function previewsApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.createPreviewLink, ({ actor, params, body }) =>
      createPreviewLink(deps, actor, { courseCode: params.course, kind: body.kind }),
    ),
    handle(wire.countPreviewLinks, ({ actor, params }) => countPreviewLinks(deps, actor, params.course)),
    handle(wire.endPreviewLinks, ({ actor, params, ...call }) =>
      endPreviewLinks(withOrigin(deps, call), actor, params.course),
    ),
  ]
}
