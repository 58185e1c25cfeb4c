/** Connects the waitlist endpoints to their functions. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { exportWaiting } from './lists/export-waiting.ts'
import { inviteNow } from './lists/invite-now.ts'
import { listWaiting } from './lists/list-waiting.ts'
import { leaveOwnPlace, linkOwnPlace } from './own-places.ts'
import { confirmPlace, leavePlace, readPlace } from './waitlist-place.ts'
import * as lists from './wire/lists.ts'
import * as own from './wire/own.ts'
import * as wire from './wire.ts'

export function waitlistApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(wire.readWaitlistPlace, ({ body, ip }) => readPlace(deps, { ...body, ip })),
    handle(wire.confirmWaitlistPlace, ({ body, ip }) => confirmPlace(deps, { ...body, ip })),
    handle(wire.leaveWaitlistPlace, ({ body, ip }) => leavePlace(deps, { ...body, ip })),
    handle(own.linkOwnPlace, ({ actor, params }) => linkOwnPlace(deps, actor.personId, params.entryId)),
    handle(own.leaveOwnPlace, ({ actor, params }) => leaveOwnPlace(deps, actor.personId, params.entryId)),
    handle(lists.listWaiting, ({ actor, params, ...call }) =>
      listWaiting(withOrigin(deps, call), actor, params.course),
    ),
    handle(lists.exportWaiting, ({ actor, params, ...call }) =>
      exportWaiting(withOrigin(deps, call), actor, params.course),
    ),
    handle(lists.inviteNow, ({ actor, params, body, ...call }) => {
      const input = { courseCode: params.course, entryId: params.entryId, ...body }
      return inviteNow(withOrigin(deps, call), actor, input)
    }),
  ]
}
