/** Lists orders for admins, with at most six SQL statements for any number of orders. */
import { money, toWire } from '#domain/money/money.ts'
import { parseDocumentNumber } from '#domain/orders/document-number.ts'
import { getMoneyOutcome } from '#domain/orders/money-outcome.ts'
import { getOrderStatus, ORDER_STATES } from '#domain/orders/order.ts'
import { startOfDay, startOfYesterday } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import {
  type AdminOrderRow,
  countOrders,
  countOrdersByView,
  listNewestCohorts,
  listOrderRows,
  type OrderCriteria,
  type StaleBefore,
  sumOwed,
} from './queries/orders.ts'
import type { OrderFilterQuery, OrderListItem, OrderListQuery } from './wire/orders.ts'

const PAGE_SIZE = 25
/** Cohorts that the course filter lists. Admins type the code of any other cohort. */
const COURSE_CHOICES = 500
const MINUTE_MS = 60_000
/** Minutes after which an unsent refund or an unresolved payment needs attention. */
const STALE_REFUND_MINUTES = 10
const STALE_PAYMENT_MINUTES = 60

export async function listOrders(deps: Deps, { after, sort, ...filter }: OrderListQuery) {
  const [criteria, staleBefore] = [toOrderCriteria(filter), getStaleBefore(deps.clock())]
  const isByDueDay = filter.only === 'balance-due' && sort === undefined
  const [rows, count, counts, cohorts, owed] = await Promise.all([
    listOrderRows(deps.db, criteria, staleBefore, {
      after: after ?? null,
      limit: PAGE_SIZE + 1,
      sort: isByDueDay ? 'due' : (sort ?? '-placed'),
    }),
    countOrders(deps.db, criteria, staleBefore),
    countOrdersByView(deps.db, startOfYesterday(deps.clock(), filter.timezoneId), staleBefore),
    listNewestCohorts(deps.db, COURSE_CHOICES + 1),
    filter.only === 'balance-due' ? sumOwed(deps.db, criteria, staleBefore) : [],
  ])
  const orders = rows.slice(0, PAGE_SIZE)
  const next = rows.length > PAGE_SIZE ? (orders.at(-1)?.number ?? null) : null
  const courses = cohorts.slice(0, COURSE_CHOICES).toSorted((one, other) => one.title.localeCompare(other.title, 'en'))
  const hasMoreCourses = cohorts.length > COURSE_CHOICES
  const due = owed.map(({ minor, currency }) => toWire(money(minor, currency)))
  return { orders: orders.map(toOrderListItem), count, counts, due, courses, hasMoreCourses, next }
}

export function getStaleBefore(now: Date): StaleBefore {
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)
  return { refundSince: minutesAgo(STALE_REFUND_MINUTES), paymentSince: minutesAgo(STALE_PAYMENT_MINUTES) }
}

/** Text that is no number of an order or document is a list of words that must match the start of the buyer's words. */
export function toOrderCriteria({
  q = '',
  status,
  since,
  timezoneId,
  courseCode,
  only,
}: OrderFilterQuery): OrderCriteria {
  const number = parseDocumentNumber(q)
  return {
    number,
    searchText: number || !/[\p{L}\p{N}]/u.test(q) ? null : q,
    states: status ? ORDER_STATES.filter((state) => getOrderStatus(state) === status) : null,
    since: since ? startOfDay(since, timezoneId) : null,
    cohortCode: courseCode ?? null,
    only: only ?? null,
  }
}

const getOutcome = (order: AdminOrderRow) =>
  getMoneyOutcome({
    paidMinor: order.paid_minor,
    refundedMinor: order.refunded_minor,
    disputedMinor: order.disputed_minor,
    lostMinor: order.lost_minor,
  })

export function toOrderListItem(order: AdminOrderRow): OrderListItem {
  const toWireMoney = (minor: number) => toWire(money(minor, order.currency))
  const balanceMinor = order.total_minor - order.waived_minor - order.paid_minor
  const hasBalanceDue = order.state === 'complete' && !order.balance_paid_at && balanceMinor > 0
  const { source, medium } = order.attribution
  return {
    orderId: order.id,
    orderNumber: `U-${order.number}`,
    status: getOrderStatus(order.state),
    outcome: order.state === 'complete' ? getOutcome(order) : null,
    placedAt: order.created_at.toISOString(),
    name: order.name,
    email: order.email,
    courseTitle: order.title,
    courseCode: order.cohort_code,
    seats: order.seats,
    total: toWireMoney(order.total_minor),
    refunded: toWireMoney(order.refunded_minor),
    balance:
      hasBalanceDue && order.balance_due_at
        ? {
            amount: toWireMoney(balanceMinor),
            dueAt: order.balance_due_at.toISOString(),
            isPaused: order.paused_at !== null,
          }
        : null,
    isDisputed: order.is_disputed,
    cameFrom: [source, medium].filter(Boolean).join(' / ') || null,
  }
}
