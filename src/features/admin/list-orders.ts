/** Orders as the people of the house look through them. Five statements, however many there are. */
import { money, toWire } from '#domain/money.ts'
import { STATES, statusOf } from '#domain/order.ts'
import { startOfDay, startOfYesterday } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import {
  cohortsWithTitles,
  countOrders,
  countViews,
  type OrderRow,
  ordersLike,
  type Stale,
  type Wanted,
} from './queries/orders.ts'
import type { Filter, Row } from './wire/orders.ts'

const PAGE = 25
const MINUTE_MS = 60_000
/** A refund that the provider has not taken, and a payment of which nobody knows how it ended, want a look after so long. */
const REFUND_MINUTES = 10
const PAYMENT_MINUTES = 60

export async function listOrders(deps: Deps, { after, ...filter }: Filter & { after?: number | undefined }) {
  const [wanted, stale] = [wantedBy(filter), staleAt(deps.clock())]
  const [rows, count, counts, courses] = await Promise.all([
    ordersLike(deps.db, wanted, stale, { after: after ?? null, limit: PAGE + 1 }),
    countOrders(deps.db, wanted, stale),
    countViews(deps.db, startOfYesterday(deps.clock(), filter.timezoneId), stale),
    cohortsWithTitles(deps.db),
  ])
  const orders = rows.slice(0, PAGE)
  const next = rows.length > PAGE ? (orders.at(-1)?.number ?? null) : null
  return { orders: orders.map(toRow), count, counts, courses, next }
}

export function staleAt(now: Date): Stale {
  const before = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)
  return { refundSince: before(REFUND_MINUTES), paymentSince: before(PAYMENT_MINUTES) }
}

/** `U-20418` and `20418` are a number; anything else is words, of which each must begin one of the buyer's. */
export function wantedBy({ q = '', status, since, timezoneId, courseCode, only }: Filter): Wanted {
  const number = /^(?:u-?)?(\d{1,15})$/i.exec(q)?.[1]
  return {
    number: number ? Number(number) : null,
    words: number || !/[\p{L}\p{N}]/u.test(q) ? null : q,
    states: status ? STATES.filter((state) => statusOf(state) === status) : null,
    since: since ? startOfDay(since, timezoneId) : null,
    courseCode: courseCode ?? null,
    only: only ?? null,
  }
}

export function toRow(order: OrderRow): Row {
  const wire = (minor: number) => toWire(money(minor, order.currency))
  const left = order.total_minor - order.waived_minor - order.paid_minor
  const owes = order.state === 'complete' && !order.balance_paid_at && left > 0
  const { source, medium } = order.attribution
  return {
    orderId: order.id,
    orderNumber: `U-${order.number}`,
    status: statusOf(order.state),
    placedAt: order.created_at.toISOString(),
    name: order.name,
    email: order.email,
    courseTitle: order.title,
    courseCode: order.course_code,
    seats: order.seats,
    total: wire(order.total_minor),
    refunded: wire(order.refunded_minor),
    balance:
      owes && order.balance_due_at
        ? { amount: wire(left), dueAt: order.balance_due_at.toISOString(), isPaused: order.paused_at !== null }
        : null,
    isDisputed: order.is_disputed,
    cameFrom: [source, medium].filter(Boolean).join(' / ') || null,
  }
}
