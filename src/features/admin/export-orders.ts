/**
 * The orders of a filter as a CSV file, sent while it is read: a batch of rows at a time, so that any number
 * of them takes the room of one batch. With a byte order mark, which spreadsheets want to read UTF-8; times in
 * UTC; amounts as decimals beside their currency; and text that would begin a formula marked as text.
 */
import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { money, toDecimal } from '#domain/money.ts'
import type { Deps } from '#http/deps.ts'
import { staleAt, toRow, wantedBy } from './list-orders.ts'
import { type OrderRow, ordersLike } from './queries/orders.ts'
import type { Filter } from './wire/orders.ts'

const BATCH = 500
const COLUMNS = [
  'order',
  'placed_at',
  'status',
  'completed_at',
  'name',
  'email',
  'course',
  'course_code',
  'seats',
  'currency',
  'total',
  'paid',
  'refunded',
  'balance_due',
  'balance_due_at',
  'promo_code',
  'source',
  'medium',
  'campaign',
] as const
type Record = { [Column in (typeof COLUMNS)[number]]: string | number }

export function exportOrders(deps: Deps, filter: Filter): { filename: string; content: Readable } {
  const day = deps.clock().toISOString().slice(0, 10)
  const sheet = stringify({
    bom: true,
    header: true,
    columns: [...COLUMNS],
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  // Who hangs up ends the reading too; a fault of ours cuts the answer off, so that nobody takes it for whole.
  pipeline(Readable.from(recordsOf(deps, filter)), sheet, () => {})
  return { filename: `orders-${day}.csv`, content: sheet }
}

async function* recordsOf(deps: Deps, filter: Filter): AsyncGenerator<Record> {
  const [wanted, stale] = [wantedBy(filter), staleAt(deps.clock())]
  let after: number | null = null
  for (;;) {
    const rows: OrderRow[] = await ordersLike(deps.db, wanted, stale, { after, limit: BATCH })
    yield* rows.map(recordOf)
    after = rows.at(-1)?.number ?? null
    if (rows.length < BATCH) return
  }
}

function recordOf(order: OrderRow): Record {
  const decimal = (minor: number) => toDecimal(money(minor, order.currency))
  const { orderNumber, status, placedAt, balance } = toRow(order)
  const { source = '', medium = '', campaign = '' } = order.attribution
  return {
    order: orderNumber,
    placed_at: placedAt,
    status,
    completed_at: order.completed_at?.toISOString() ?? '',
    name: order.name,
    email: order.email,
    course: order.title,
    course_code: order.course_code,
    seats: order.seats,
    currency: order.currency,
    total: decimal(order.total_minor),
    paid: decimal(order.paid_minor),
    refunded: decimal(order.refunded_minor),
    balance_due: balance?.amount.amount ?? '',
    balance_due_at: balance?.dueAt ?? '',
    promo_code: order.promo_code ?? '',
    source,
    medium,
    campaign,
  }
}
