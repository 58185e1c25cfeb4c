import { type Column, DataTable, EmptyState, RowLink } from '#ui/list/data-table.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import text from '#ui/text.module.css'
import type { OrderListItem } from '../wire/orders.ts'
import styles from './orders-table.module.css'
import { StatusChip } from './status-chip.tsx'

type Props = {
  orders: OrderListItem[]
  openId: string | null
  defaultSort: string
  orderUrl: (orderId: string) => string
  isFirstUse: boolean
  isAttentionView: boolean
  clearUrl: string
}

export function OrdersTable({ orders, openId, defaultSort, orderUrl, ...emptyProps }: Props) {
  return (
    <DataTable
      columns={listColumns(orderUrl)}
      rows={orders}
      rowKey={({ orderId }) => orderId}
      openKey={openId}
      defaultSort={defaultSort}
      empty={<NoOrders {...emptyProps} />}
    />
  )
}

const listColumns = (orderUrl: Props['orderUrl']): Column<OrderListItem>[] => [
  {
    header: 'Order',
    sort: 'placed',
    card: 'bottom',
    className: styles.order,
    cell: ({ orderNumber, placedAt }) => (
      <>
        <b>{orderNumber}</b>
        <small>
          <When at={placedAt} zone="UTC" form="short" />
        </small>
      </>
    ),
  },
  {
    header: 'Buyer',
    card: 'top',
    cell: ({ orderId, name, courseTitle, seats }) => (
      <>
        <RowLink to={orderUrl(orderId)}>{name}</RowLink>
        <small>
          {courseTitle}
          {seats > 0 && (seats === 1 ? ', 1 seat' : `, ${seats} seats`)}
        </small>
      </>
    ),
  },
  {
    header: 'Status',
    card: 'bottomEnd',
    className: styles.status,
    cell: (order) => (
      <>
        <StatusChip {...order} balance={getBalanceState(order)} isFree={Number(order.total.amount) === 0} />
        <Note order={order} />
      </>
    ),
  },
  { header: 'Came from', look: 'quiet', isWideOnly: true, cell: ({ cameFrom }) => cameFrom ?? '–' },
  {
    header: 'Total',
    look: 'number',
    card: 'topEnd',
    cell: ({ total }) => (
      <b className={styles.total}>
        <Money {...total} exact />
      </b>
    ),
  },
]

function getBalanceState({ balance }: OrderListItem): 'deposit' | 'overdue' | null {
  if (!balance) return null
  return Date.parse(balance.dueAt) <= Date.now() ? 'overdue' : 'deposit'
}

function Note({ order: { balance, refunded, isDisputed, outcome } }: { order: OrderListItem }) {
  if (isDisputed) return <small>{outcome === 'disputed' ? 'The bank has not decided' : 'The bank asks about it'}</small>
  if (balance)
    return (
      <small>
        {balance.isPaused && 'paused, '}
        <Money {...balance.amount} exact /> due <When at={balance.dueAt} zone="UTC" form="date" />
      </small>
    )
  if (Number(refunded.amount) === 0) return null
  return (
    <small>
      Refund −<Money {...refunded} exact />
    </small>
  )
}

function NoOrders({
  isFirstUse,
  isAttentionView,
  clearUrl,
}: Pick<Props, 'isFirstUse' | 'isAttentionView' | 'clearUrl'>) {
  if (isFirstUse)
    return (
      <EmptyState>
        No orders yet. Your first order will appear here.{' '}
        <a className={text.link} href="/#courses">
          View courses on sale
        </a>
      </EmptyState>
    )
  if (isAttentionView) return <EmptyState>All caught up. No orders need attention.</EmptyState>
  return <EmptyState clearUrl={clearUrl}>No orders match.</EmptyState>
}
