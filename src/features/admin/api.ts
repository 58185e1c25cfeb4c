/** Binds the administration's endpoints to their verbs. */
import type { Deps } from '#http/deps.ts'
import { answer, answerFile, handle, type Mounted, refuse } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { exportOrders } from './export-orders.ts'
import { listAuditLog } from './list-audit-log.ts'
import { listOrders } from './list-orders.ts'
import { readCohort } from './read-cohort.ts'
import { readOrder } from './read-order.ts'
import { recordExport, recordListing, recordOrderRead } from './record-reads.ts'
import * as log from './wire/audit-log.ts'
import * as runs from './wire/cohorts.ts'
import * as wire from './wire/orders.ts'

export function adminApi(deps: Deps): Mounted[] {
  return [
    handle(log.listAuditLog, async ({ query }) => answer(200, { data: await listAuditLog(deps, query) })),
    handle(wire.listOrders, async ({ actor, query, ...call }) => {
      const data = await listOrders(deps, query)
      await recordListing(withOrigin(deps, call), actor, query)
      return answer(200, { data })
    }),
    handle(wire.exportOrders, async ({ actor, query, ...call }) => {
      await recordExport(withOrigin(deps, call), actor, query)
      return answerFile(exportOrders(deps, query))
    }),
    handle(wire.readOrder, async ({ actor, params, ...call }) => {
      const outcome = await readOrder(deps, actor, params.orderId)
      if (outcome.ok) await recordOrderRead(withOrigin(deps, call), actor, params.orderId)
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
    handle(runs.readCohort, async ({ params }) => {
      const outcome = await readCohort(deps, params.courseCode)
      return outcome.ok ? answer(200, { data: outcome.value }) : refuse(outcome.refusal)
    }),
  ]
}
