/** Binds the calls about an existing order to their verbs. */

import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, refuse, respond } from '#http/handle.ts'
import { recordReadByAdmin } from '#sell/orders/record-read.ts'
import { nameFriend } from '../free-and-friends/name-friend.ts'
import { viewOrder } from '../place-order/view-order.ts'
import { nameAFriend } from '../wire/friends.ts'
import { readBuyerOrder } from '../wire/order.ts'

export function ordersApi(deps: Deps): MountedEndpoint[] {
  return [
    handle(readBuyerOrder, async ({ actor, params, ...call }) => {
      const outcome = await viewOrder(deps, actor, params.orderId)
      if (outcome.ok) await recordReadByAdmin(deps, { actor, ...call }, 'order-viewed', params.orderId)
      return outcome
    }),
    handle(nameAFriend, async ({ actor, params, body, ip }) => {
      const outcome = await nameFriend(deps, actor, params.orderId, { ...body, ip })
      return outcome.ok
        ? respond(200, { data: { seat: body.seat, status: 'invited' as const } })
        : refuse(outcome.refusal)
    }),
  ]
}
