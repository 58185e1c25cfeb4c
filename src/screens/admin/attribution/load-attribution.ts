/** Loads the attribution report by the filters in the URL. */

import { ATTRIBUTION_FIELDS } from '#domain/attribution.ts'
import { parseReportDay, parseReportPeriod, TOUCH_MODELS } from '#domain/attribution-report.ts'
import type { RequestQuery } from '#http/endpoint.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import type { AppRequest } from '#people/app-shell/app-request.ts'
import { type AttributionReport, attributionReport } from '../wire/attribution.ts'

type Filter = RequestQuery<typeof attributionReport>
/** `report` is null for days that no report can have. */
export type AttributionPageData = { filter: Filter; report: AttributionReport | null }

export async function loadAttribution(
  { client, local, session, query }: AppRequest,
  now: Date,
): Promise<AttributionPageData> {
  const filter = parseFilter(query)
  const isPeriod = parseReportPeriod(filter, now) !== null
  const [report] = await Promise.all([
    isPeriod ? client.call(attributionReport, { auth: 'admin', query: filter }) : null,
    requireCurrentPerson(client, { local }, session),
  ])
  return { filter, report: report && requireBody(report).data }
}

/** Drops values that the endpoint would refuse. */
function parseFilter(query: URLSearchParams): Filter {
  const [from, until] = ['from', 'until'].map((name) => parseReportDay(query.get(name)))
  const touch = TOUCH_MODELS.find((one) => one === query.get('touch'))
  const by = ATTRIBUTION_FIELDS.find((one) => one === query.get('by'))
  const currency = query.get('currency')
  return {
    ...(from && { from }),
    ...(until && { until }),
    ...(touch && { touch }),
    ...(by && { by }),
    ...(currency && /^[A-Z]{3}$/.test(currency) && { currency }),
  }
}
