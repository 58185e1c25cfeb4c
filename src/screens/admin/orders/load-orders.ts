/** Loads the orders page by the URL: the list of orders and the open one. */
import type { RequestQuery } from '#http/endpoint.ts'
import type { AppRequest } from '#people/app-shell/app-request.ts'
import { type ListDetailData, loadListDetail } from '#people/app-shell/load-list-detail.ts'
import { type AdminCohort, readCohort } from '../wire/cohorts.ts'
import { type AdminOrder, listOrders, type OrderListItem, type OrderViewCounts, readOrder } from '../wire/orders.ts'
import { ORDER_STATUSES, ORDER_VIEWS } from '../wire/statuses.ts'

type OrderList = {
  orders: OrderListItem[]
  count: number
  counts: OrderViewCounts
  /** What the orders of the view of balances still owe. */
  due: OrderListItem['total'][]
  courses: { courseCode: string; title: string }[]
  /** `courses` lists only the newest cohorts. */
  hasMoreCourses: boolean
  /** Cursor of the next page: the number of the last order on this page. */
  next: number | null
}
export type OrdersPageData = ListDetailData<OrderList, AdminOrder> & {
  filter: OrdersFilter
  /** Null: the newest order first, and of balances the first that is due. */
  sort: 'placed' | '-placed' | null
  /** The cohort of the course filter. */
  cohort: AdminCohort | null
  /** Yesterday's date in the browser's time zone. */
  yesterday: string
}
export type OrdersFilter = Pick<RequestQuery<typeof listOrders>, 'q' | 'status' | 'since' | 'courseCode' | 'only'>

export async function loadOrders(request: AppRequest, now: Date): Promise<OrdersPageData> {
  const { client, query, timeZone } = request
  const filter = parseFilter(query)
  const sort = (['placed', '-placed'] as const).find((one) => one === query.get('sort')) ?? null
  const [orders, cohort] = await Promise.all([
    loadListDetail<OrderList, AdminOrder>(request, {
      list: (after) =>
        client.call(listOrders, {
          auth: 'admin',
          query: {
            ...filter,
            ...(sort && { sort }),
            timezoneId: timeZone,
            ...(Number(after) && { after: Number(after) }),
          },
        }),
      entry: (orderId) => client.call(readOrder, { auth: 'admin', params: { orderId } }),
    }),
    filter.courseCode ? client.call(readCohort, { auth: 'admin', params: { courseCode: filter.courseCode } }) : null,
  ])
  return {
    ...orders,
    filter,
    sort,
    cohort: cohort?.error === null ? cohort.data.data : null,
    yesterday: getYesterday(now),
  }
}

/** Drops query values that are not valid. */
function parseFilter(query: URLSearchParams): OrdersFilter {
  const [q, since, courseCode] = ['q', 'since', 'course'].map((name) => query.get(name)?.trim() || null)
  const status = ORDER_STATUSES.find((one) => one === query.get('status'))
  const only = ORDER_VIEWS.find((one) => one === query.get('only'))
  return {
    ...(q && { q: q.slice(0, 200) }),
    ...(status && { status }),
    ...(since && /^\d{4}-\d\d-\d\d$/.test(since) && !Number.isNaN(Date.parse(since)) && { since }),
    ...(courseCode && { courseCode }),
    ...(only && { only }),
  }
}

function getYesterday(now: Date): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 12)
  const padTwoDigits = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}-${padTwoDigits(day.getMonth() + 1)}-${padTwoDigits(day.getDate())}`
}
