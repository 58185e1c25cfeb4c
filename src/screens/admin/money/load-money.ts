/** Loads the money of the days in the URL. */
import { parseReportDay, parseReportPeriod } from '#domain/attribution-report.ts'
import type { RequestQuery } from '#http/endpoint.ts'
import { requireCurrentPerson } from '#people/accounts/browser/current-person.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import type { AppRequest } from '#people/app-shell/app-request.ts'
import { type MoneyReport, moneyReport } from '../wire/money.ts'

type Filter = RequestQuery<typeof moneyReport>
/** `report` is null for days that no report can have. */
export type MoneyPageData = { filter: Filter; report: MoneyReport | null; months: Month[] }
/** The days of a calendar month, both included. */
export type Month = { from: string; until: string }

const LISTED_MONTHS = 12

export async function loadMoney({ client, local, session, query }: AppRequest, now: Date): Promise<MoneyPageData> {
  const months = listMonths(now)
  const filter = { ...months[0], ...parseFilter(query) }
  const [report] = await Promise.all([
    parseReportPeriod(filter, now) ? client.call(moneyReport, { auth: 'admin', query: filter }) : null,
    requireCurrentPerson(client, { local }, session),
  ])
  return { filter, report: report && requireBody(report).data, months }
}

/** This month and those before it, the newest first, in UTC as the report is. */
function listMonths(now: Date): Month[] {
  const format = (day: Date) => day.toISOString().slice(0, 10)
  return Array.from({ length: LISTED_MONTHS }, (_, back) => {
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - back]
    return { from: format(new Date(Date.UTC(year, month, 1))), until: format(new Date(Date.UTC(year, month + 1, 0))) }
  })
}

/** Drops values that the endpoint would refuse. */
function parseFilter(query: URLSearchParams): Filter {
  const [from, until] = ['from', 'until'].map((name) => parseReportDay(query.get(name)))
  const [course, currency] = [query.get('course'), query.get('currency')]
  return {
    ...(from && { from }),
    ...(until && { until }),
    ...(course && /^[A-Z0-9]{2,12}$/.test(course) && { course }),
    ...(currency && /^[A-Z]{3}$/.test(currency) && { currency }),
  }
}
