/** Binds the administration's endpoints to their verbs. */
import type { Deps } from '#http/deps.ts'
import { answer, handle, type Mounted, refuse } from '#http/handle.ts'
import { listOrders } from './list-orders.ts'
import { readOrder } from './read-order.ts'
import * as wire from './wire/orders.ts'

export function adminApi(deps: Deps): Mounted[] {
  return [
    handle(wire.listOrders, async ({ query }) => answer(200, { data: await listOrders(deps, query) })),
    handle(wire.readOrder, async ({ actor, params }) => {
      const outcome = await readOrder(deps, actor, params.orderId)
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
  ]
}
