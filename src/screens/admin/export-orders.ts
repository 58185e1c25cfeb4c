/**
 * Streams the orders of a filter as a CSV file. Rows are read in batches, so memory use does not grow with the export.
 * A byte order mark lets spreadsheets read UTF-8. Times are in UTC, and amounts are decimals beside their currency.
 * Text that would start a formula is escaped.
 */
import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { money, toDecimal } from '#domain/money/money.ts'
import { formatTaxRate } from '#domain/money/tax.ts'
import { formatInvoiceNumber } from '#domain/orders/document-number.ts'
import type { Deps } from '#http/deps.ts'
import { getStaleBefore, toOrderCriteria, toOrderListItem } from './list-orders.ts'
import { type AdminOrderRow, listOrderRows } from './queries/orders.ts'
import type { OrderFilterQuery } from './wire/orders.ts'

const BATCH_SIZE = 500
const COLUMNS = [
  'order',
  'placed_at',
  'status',
  'completed_at',
  'name',
  'email',
  'course',
  'cohort_code',
  'seats',
  'currency',
  'total',
  'paid',
  'refunded',
  'disputed',
  'lost',
  'kept',
  'kept_from_gift_cards',
  'outcome',
  'method',
  'invoice',
  'refunded_at',
  'balance_due',
  'balance_due_at',
  'promo_code',
  'source',
  'medium',
  'campaign',
  'tax_country',
  'tax_name',
  'tax_percent',
  'tax_included',
  'tax_credited',
  'bought_cohort_code',
] as const
type CsvRecord = { [Column in (typeof COLUMNS)[number]]: string | number }

export function exportOrders(deps: Deps, filter: OrderFilterQuery): { filename: string; content: Readable } {
  const day = deps.clock().toISOString().slice(0, 10)
  const csvStream = stringify({
    bom: true,
    header: true,
    columns: [...COLUMNS],
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  // A closed connection stops the database reads. An error aborts the response, so no client mistakes it for complete.
  pipeline(Readable.from(listCsvRecords(deps, filter)), csvStream, () => {})
  return { filename: `orders-${day}.csv`, content: csvStream }
}

async function* listCsvRecords(deps: Deps, filter: OrderFilterQuery): AsyncGenerator<CsvRecord> {
  const [criteria, staleBefore] = [toOrderCriteria(filter), getStaleBefore(deps.clock())]
  let after: number | null = null
  for (;;) {
    const rows: AdminOrderRow[] = await listOrderRows(deps.db, criteria, staleBefore, {
      after,
      limit: BATCH_SIZE,
      sort: '-placed',
    })
    yield* rows.map(toCsvRecord)
    after = rows.at(-1)?.number ?? null
    if (rows.length < BATCH_SIZE) return
  }
}

function toCsvRecord(order: AdminOrderRow): CsvRecord {
  const formatDecimal = (minor: number) => toDecimal(money(minor, order.currency))
  const { orderNumber, status, outcome, placedAt, balance } = toOrderListItem(order)
  const { source = '', medium = '', campaign = '' } = order.attribution
  return {
    order: orderNumber,
    placed_at: placedAt,
    status,
    completed_at: order.completed_at?.toISOString() ?? '',
    name: order.name,
    email: order.email,
    course: order.title,
    cohort_code: order.seat_cohort_codes ?? order.cohort_code ?? '',
    bought_cohort_code: order.cohort_code ?? '',
    seats: order.seats,
    currency: order.currency,
    total: formatDecimal(order.total_minor),
    tax_country: order.tax_country ?? '',
    tax_name: order.tax_name ?? '',
    tax_percent: order.tax_rate === null ? '' : formatTaxRate(order.tax_rate),
    tax_included: order.tax_minor === null ? '' : formatDecimal(order.tax_minor),
    tax_credited: order.tax_minor === null ? '' : formatDecimal(order.tax_credited_minor),
    paid: formatDecimal(order.paid_minor),
    refunded: formatDecimal(order.refunded_minor),
    disputed: formatDecimal(order.disputed_minor),
    lost: formatDecimal(order.lost_minor),
    kept: formatDecimal(order.kept_minor),
    kept_from_gift_cards: formatDecimal(order.kept_tender_minor),
    outcome: outcome ?? '',
    method: order.methods ?? '',
    invoice: order.invoice_number === null ? '' : formatInvoiceNumber(order.invoice_number),
    refunded_at: order.last_refunded_at?.toISOString() ?? '',
    balance_due: balance?.amount.amount ?? '',
    balance_due_at: balance?.dueAt ?? '',
    promo_code: order.promo_code ?? '',
    source,
    medium,
    campaign,
  }
}
