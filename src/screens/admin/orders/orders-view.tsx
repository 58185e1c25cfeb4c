import { Fragment } from 'react'
import { useSearchParams } from 'react-router'
import { browserClient } from '#http/client.ts'
import { ListFoot } from '#ui/list/data-table.tsx'
import { ExportButton } from '#ui/list/export-button.tsx'
import { ListKeys } from '#ui/list/list-keys.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { useListKeys } from '#ui/list/use-list-keys.ts'
import { withSearchParams } from '#ui/list/with-search-params.ts'
import { Money } from '#ui/money.tsx'
import { CohortBar } from '../refunds/cohort-bar.tsx'
import { exportOrders } from '../wire/orders.ts'
import type { OrdersFilter, OrdersPageData } from './load-orders.ts'
import { CLEARED_FILTERS, OrderFilters } from './order-filters.tsx'
import { OrderPanel } from './order-panel.tsx'
import { OrdersTable } from './orders-table.tsx'

export function OrdersView({ onChanged, ...pageData }: OrdersPageData & { onChanged: () => void }) {
  const [query] = useSearchParams()
  const { open, orders, counts, due, count, filter, sort, cohort, isMissing, next, isFirst } = pageData
  const openId = open?.order.orderId ?? null
  const orderUrl = (orderId: string | null) => withSearchParams(query, { open: orderId })
  const neighbours = useListKeys({ keys: orders.map(({ orderId }) => orderId), openKey: openId, rowUrl: orderUrl })

  const view = (label: string, viewCount: number, viewFilter: Record<string, string> = {}) => ({
    to: withSearchParams(query, { ...CLEARED_FILTERS, open: null, ...viewFilter }),
    label,
    count: viewCount,
    isCurrent: Object.entries(filter).join() === Object.entries(viewFilter).join(),
  })
  const all = view('All', counts.all)
  const attention = view('Needs attention', counts.attention, { only: 'attention' })
  const views = [
    all,
    view('Since yesterday', counts.sinceYesterday, { since: pageData.yesterday }),
    attention,
    view('Balance due', counts.balanceDue, { only: 'balance-due' }),
    view('Refunded', counts.refunded, { only: 'refunded' }),
  ]
  const isByDueDay = filter.only === 'balance-due' && sort === null
  const foot = isByDueDay
    ? { first: 'Back to the first', more: 'Later balances' }
    : sort === 'placed'
      ? { first: 'Back to the oldest', more: 'Newer orders' }
      : { more: 'Older orders' }
  return (
    <ListPage
      title="Orders"
      views={views}
      actions={<ExportButton filename="orders.csv" load={() => exportFiltered(filter)} />}
      detail={
        open && (
          <OrderPanel
            key={openId}
            orderDetails={open}
            neighbours={neighbours}
            closeUrl={orderUrl(null)}
            onChanged={onChanged}
          />
        )
      }
    >
      {isMissing && <p role="alert">Order not found.</p>}
      <OrderFilters {...pageData} />
      {cohort && <CohortBar key={cohort.courseCode} cohort={cohort} onChanged={onChanged} />}
      {due.length > 0 && (
        <p>
          Still to be paid:{' '}
          {due.map((amount, index) => (
            <Fragment key={amount.currency}>
              {index > 0 && ' and '}
              <b>
                <Money {...amount} exact />
              </b>
            </Fragment>
          ))}
          .{isByDueDay && ' The first day that is due comes first.'} From the due day on, we remind buyers by e-mail,
          with a link to pay, or charge the card that they saved.
        </p>
      )}
      <OrdersTable
        orders={orders}
        defaultSort={filter.only === 'balance-due' ? 'due' : '-placed'}
        openId={openId}
        orderUrl={orderUrl}
        isFirstUse={counts.all === 0}
        isAttentionView={attention.isCurrent}
        clearUrl={all.to}
      />
      <ListFoot next={next} isFirst={isFirst} count={{ value: count, noun: 'order' }} {...foot} />
      <ListKeys noun="order" />
    </ListPage>
  )
}

function exportFiltered(filter: OrdersFilter) {
  const timezoneId = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  return browserClient().call(exportOrders, { auth: 'admin', query: { ...filter, timezoneId } })
}
