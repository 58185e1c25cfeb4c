/** Binds the administration's endpoints to their verbs. */
import type { Deps } from '#http/deps.ts'
import { answer, answerFile, handle, type Mounted, refuse } from '#http/handle.ts'
import { exportOrders } from './export-orders.ts'
import { listOrders } from './list-orders.ts'
import { readOrder } from './read-order.ts'
import { readRun } from './read-run.ts'
import * as wire from './wire/orders.ts'
import * as runs from './wire/runs.ts'

export function adminApi(deps: Deps): Mounted[] {
  return [
    handle(wire.listOrders, async ({ query }) => answer(200, { data: await listOrders(deps, query) })),
    handle(wire.exportOrders, async ({ query }) => answerFile(exportOrders(deps, query))),
    handle(wire.readOrder, async ({ actor, params }) => {
      const outcome = await readOrder(deps, actor, params.orderId)
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(runs.readRun, async ({ params }) => {
      const outcome = await readRun(deps, params.courseCode)
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
  ]
}
