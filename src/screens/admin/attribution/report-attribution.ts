/** The attribution report, on the page and as a CSV file. docs/contract §29. */
import { stringify } from 'csv-stringify/sync'
import {
  type CampaignRow,
  type CampaignSums,
  MAX_REPORT_DAYS,
  parseReportPeriod,
  type ReportPeriod,
  sumCampaigns,
  toInstants,
} from '#domain/attribution-report.ts'
import { money, subtract, toMajor, toWire } from '#domain/money/money.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Person, SentFile } from '#http/handle.ts'
import { recordEvent, recordRead } from '#people/audit-log/record.ts'
import { listSalesCurrencies, sumCampaignRows } from '../queries/attribution.ts'
import type { AttributionQuery, AttributionReport, CampaignFigures } from '../wire/attribution.ts'

const PAGE_VALUES = 50
const FILE_VALUES = 10_000
const USUAL_CURRENCY = 'USD'

type Report = Required<Omit<AttributionQuery, keyof ReportPeriod>> &
  ReportPeriod & { currencies: string[]; rows: CampaignRow[] }

export async function reportAttribution(
  deps: Deps,
  actor: Person,
  query: AttributionQuery,
): Promise<Outcome<AttributionReport>> {
  const report = await loadReport(deps, query, PAGE_VALUES)
  if (!report.ok) return report
  const { rows, ...filter } = report.value
  await recordRead(deps, createAuditEvent(actor, 'attribution-viewed', filter))
  return accepted({
    ...filter,
    rows: rows.map((row) => ({ kind: row.kind, value: row.value, ...toFigures(row, filter) })),
    total: toFigures(sumCampaigns(rows), filter),
  })
}

const COLUMNS = 'from until touch field row value visits leads orders refunds currency gross refunded lost net'.split(
  ' ',
)

/**
 * A byte order mark lets spreadsheets read UTF-8. Days are in UTC. A value that would start a formula is escaped, so
 * amounts are numbers: a negative one is no formula.
 */
export async function exportAttribution(
  deps: Deps,
  actor: Person,
  query: AttributionQuery,
): Promise<Outcome<SentFile>> {
  const report = await loadReport(deps, query, FILE_VALUES)
  if (!report.ok) return report
  const { from, until, touch, by, currency, rows } = report.value
  await recordEvent(deps, deps.db, createAuditEvent(actor, 'attribution-exported', report.value))
  const records = rows.map(({ kind, value, visits, leads, orders, refunds, ...sums }) => {
    const { gross, refunded, lost, net } = toAmounts(sums, currency)
    return {
      from,
      until,
      touch,
      field: by,
      row: kind,
      value: value ?? '',
      currency,
      visits: by === 'clickid' ? '' : visits,
      leads,
      orders,
      refunds,
      gross: toMajor(gross),
      refunded: toMajor(refunded),
      lost: toMajor(lost),
      net: toMajor(net),
    }
  })
  const text = stringify(records, {
    bom: true,
    header: true,
    columns: COLUMNS,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  return accepted({ filename: `attribution-${from}-${until}.csv`, content: Buffer.from(text) })
}

async function loadReport({ db, clock }: Deps, query: AttributionQuery, maxValues: number): Promise<Outcome<Report>> {
  const { touch, by } = query
  const period = parseReportPeriod(query, clock())
  if (!period)
    return refused('FIELD_INVALID', {
      fields: { until: `Choose at most ${MAX_REPORT_DAYS} days, the first day first` },
    })
  const currencies = await listSalesCurrencies(db)
  const usualCurrency = currencies.includes(USUAL_CURRENCY) ? USUAL_CURRENCY : currencies[0]
  const currency = query.currency ?? usualCurrency ?? USUAL_CURRENCY
  const rows = await sumCampaignRows(db, { touch, field: by, currency, ...toInstants(period), maxValues })
  return accepted({ ...period, touch, by, currency, currencies, rows })
}

function createAuditEvent(
  { personId }: Person,
  action: 'attribution-viewed' | 'attribution-exported',
  { from, until, touch, by }: Pick<Report, 'from' | 'until' | 'touch' | 'by'>,
) {
  const actor = { kind: 'admin', id: personId } as const
  return { actor, action, object: { kind: 'attribution', id: null } as const, details: { touch, by, from, until } }
}

type ReportFilter = Pick<Report, 'by' | 'currency'>

function toFigures(sums: CampaignSums, { by, currency }: ReportFilter): CampaignFigures {
  const { visits, leads, orders, refunds } = sums
  const { gross, refunded, lost, net } = toAmounts(sums, currency)
  return {
    visits: by === 'clickid' ? null : visits,
    leads,
    orders,
    refunds,
    gross: toWire(gross),
    refunded: toWire(refunded),
    lost: toWire(lost),
    net: toWire(net),
  }
}

type Amounts = Pick<CampaignSums, 'grossMinor' | 'refundedMinor' | 'lostMinor'>

function toAmounts({ grossMinor, refundedMinor, lostMinor }: Amounts, currency: string) {
  const [gross, refunded, lost] = [
    money(grossMinor, currency),
    money(refundedMinor, currency),
    money(lostMinor, currency),
  ]
  return { gross, refunded, lost, net: subtract(subtract(gross, refunded), lost) }
}
