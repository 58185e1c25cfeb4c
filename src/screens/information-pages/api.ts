/** Binds the endpoints of the information pages to their verbs. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, respond } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { listPages, publishPage, readPage, resetPage, savePage } from './edit-page.ts'
import * as wire from './wire.ts'

export function informationPagesApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.listPages, async ({ actor }) => respond(200, { data: await listPages(deps, actor) })),
    handle(wire.readPage, async ({ actor, params }) => readPage(deps, actor, params.page)),
    handle(wire.savePage, async ({ actor, params, body }) => savePage(deps, actor, { name: params.page, ...body })),
    handle(wire.publishPage, async ({ actor, params, body, ...call }) =>
      publishPage(withOrigin(deps, call), actor, { name: params.page, ...body }),
    ),
    handle(wire.resetPage, async ({ actor, params, body, ...call }) =>
      resetPage(withOrigin(deps, call), actor, { name: params.page, ...body }),
    ),
  ]
}
