import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatListCount } from '#domain/list-count.ts'
import { browserClient } from '#http/client.ts'
import { EmptyList, ListDetail, ListFoot, ListRows } from '#people/app-shell/list-detail.tsx'
import { withSearchParams } from '#people/app-shell/with-search-params.ts'
import text from '#ui/text.module.css'
import { callExportOrders } from '../calls.ts'
import { ExportButton } from '../parts/export-button.tsx'
import { CohortBar } from '../refunds/cohort-bar.tsx'
import type { OrdersFilter, OrdersPageData } from './load-orders.ts'
import { OrderFilters } from './order-filters.tsx'
import { OrderPanel } from './order-panel.tsx'
import { OrderShortcuts } from './order-shortcuts.tsx'
import { OrdersTable } from './orders-table.tsx'
import { useOrderShortcuts } from './use-order-shortcuts.ts'

const CLEARED_FILTERS = { q: null, status: null, since: null, course: null, only: null, after: null, open: null }
const ORDER_NOT_FOUND_MESSAGE = 'Order not found.'

export function OrdersView({ onChanged, ...pageData }: OrdersPageData & { onChanged: () => void }) {
  const [query] = useSearchParams()
  const list = useRef<HTMLDivElement>(null)
  const { open, orders, counts, count, filter, isMissing } = pageData
  const isFiltered = Object.keys(filter).length > 0
  const orderUrl = (orderId: string | null) => withSearchParams(query, { open: orderId })
  const openIndex = orders.findIndex(({ orderId }) => orderId === open?.order.orderId)
  const neighbours = {
    before: orders[openIndex - 1]?.orderId ?? null,
    after: openIndex < 0 ? null : (orders[openIndex + 1]?.orderId ?? null),
  }
  useOrderShortcuts({ list, openId: open?.order.orderId ?? null, neighbours: neighbours, orderUrl: orderUrl })

  const viewUrl = (changes: Record<string, string>) => withSearchParams(query, { ...CLEARED_FILTERS, ...changes })
  const isFilteredOnlyBy = (names: string) => Object.entries(filter).join() === names
  const views = [
    { to: viewUrl({}), label: 'All', count: counts.all, isCurrent: !isFiltered },
    {
      to: viewUrl({ since: pageData.yesterday }),
      label: 'Since yesterday',
      count: counts.sinceYesterday,
      isCurrent: isFilteredOnlyBy(`since,${pageData.yesterday}`),
    },
    {
      to: viewUrl({ only: 'attention' }),
      label: 'Needs attention',
      count: counts.attention,
      isCurrent: isFilteredOnlyBy('only,attention'),
    },
    {
      to: viewUrl({ only: 'balance-due' }),
      label: 'Balance due',
      count: counts.balanceDue,
      isCurrent: isFilteredOnlyBy('only,balance-due'),
    },
    {
      to: viewUrl({ only: 'refunded' }),
      label: 'Refunded',
      count: counts.refunded,
      isCurrent: isFilteredOnlyBy('only,refunded'),
    },
  ]
  const exportButton = <ExportButton filename="orders.csv" load={() => exportOrders(filter)} />
  const detail = open ? (
    <OrderPanel
      key={open.order.orderId}
      orderDetails={open}
      neighbours={neighbours}
      orderUrl={orderUrl}
      onChanged={onChanged}
    />
  ) : null
  return (
    <ListDetail title="Orders" views={views} actions={exportButton} detail={detail}>
      {isMissing && <p role="alert">{ORDER_NOT_FOUND_MESSAGE}</p>}
      <OrderFilters {...pageData} />
      {pageData.cohort && <CohortBar key={pageData.cohort.courseCode} cohort={pageData.cohort} onChanged={onChanged} />}
      <ListRows ref={list}>
        {orders.length > 0 ? (
          <OrdersTable orders={orders} openId={open?.order.orderId ?? null} orderUrl={orderUrl} />
        ) : (
          <EmptyOrders
            isFirstUse={counts.all === 0}
            isAttentionView={isFilteredOnlyBy('only,attention')}
            clearUrl={viewUrl({})}
          />
        )}
      </ListRows>
      <ListFoot {...pageData} older="Older orders">
        <span role="status">{count === 1 ? '1 order' : `${formatListCount(count)} orders`}</span>
      </ListFoot>
      <OrderShortcuts />
    </ListDetail>
  )
}

function EmptyOrders({
  isFirstUse,
  isAttentionView,
  clearUrl,
}: {
  isFirstUse: boolean
  isAttentionView: boolean
  clearUrl: string
}) {
  if (isFirstUse)
    return (
      <EmptyList>
        No orders yet. Your first order will appear here.{' '}
        <a className={text.link} href="/#courses">
          View courses on sale
        </a>
      </EmptyList>
    )
  if (isAttentionView) return <EmptyList>All caught up. No orders need attention.</EmptyList>
  return (
    <EmptyList>
      No orders match.{' '}
      <Link className={text.link} to={clearUrl}>
        Clear the filters
      </Link>
    </EmptyList>
  )
}

function exportOrders(filter: OrdersFilter) {
  const timezoneId = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  return callExportOrders(browserClient(), { ...filter, timezoneId })
}
