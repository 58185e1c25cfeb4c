/** Connects the administration endpoints to their functions. */
import type { Deps } from '#http/deps.ts'
import { handle, type MountedEndpoint, respond, respondWithFile } from '#http/handle.ts'
import { withOrigin } from '#http/origin.ts'
import { getStoryPercent } from '#sandbox/story-record.ts'
import { exportAttribution, reportAttribution } from './attribution/report-attribution.ts'
import { exportOrders } from './export-orders.ts'
import { listAuditLog } from './list-audit-log.ts'
import { listOrders } from './list-orders.ts'
import { loadAdminHome } from './load-home.ts'
import { mailApi } from './mail/api.ts'
import { exportMoney, reportMoney } from './money/report-money.ts'
import { peopleApi } from './people/api.ts'
import { readCohort } from './read-cohort.ts'
import { readOrder } from './read-order.ts'
import { recordExport, recordListing, recordOrderRead } from './record-reads.ts'
import * as attribution from './wire/attribution.ts'
import * as log from './wire/audit-log.ts'
import * as cohorts from './wire/cohorts.ts'
import { adminHome } from './wire/home.ts'
import * as money from './wire/money.ts'
import * as wire from './wire/orders.ts'
import { readStory } from './wire/story.ts'

export function adminApi(deps: Deps): MountedEndpoint[] {
  return [
    ...mailApi(deps),
    ...peopleApi(deps),
    handle(log.listAuditLog, async ({ query }) => respond(200, { data: await listAuditLog(deps, query) })),
    handle(wire.listOrders, async ({ actor, query, ...call }) => {
      const data = await listOrders(deps, query)
      await recordListing(withOrigin(deps, call), actor, query)
      return respond(200, { data })
    }),
    handle(wire.exportOrders, async ({ actor, query, ...call }) => {
      await recordExport(withOrigin(deps, call), actor, query)
      return respondWithFile(exportOrders(deps, query))
    }),
    handle(wire.readOrder, async ({ actor, params, ...call }) => {
      const outcome = await readOrder(deps, actor, params.orderId)
      if (outcome.ok) await recordOrderRead(withOrigin(deps, call), actor, params.orderId)
      return outcome
    }),
    handle(attribution.attributionReport, ({ actor, query, ...call }) =>
      reportAttribution(withOrigin(deps, call), actor, query),
    ),
    handle(attribution.exportAttribution, ({ actor, query, ...call }) =>
      exportAttribution(withOrigin(deps, call), actor, query),
    ),
    handle(money.moneyReport, ({ query }) => reportMoney(deps, query)),
    handle(money.exportMoney, ({ actor, query, ...call }) => exportMoney(withOrigin(deps, call), actor, query)),
    handle(adminHome, ({ actor, query }) => loadAdminHome(deps, actor, query.timezoneId)),
    handle(readStory, async () =>
      respond(200, { data: { percent: deps.config.demoStory ? await getStoryPercent(deps.db) : null } }),
    ),
    handle(cohorts.readCohort, ({ params }) => readCohort(deps, params.courseCode)),
  ]
}
