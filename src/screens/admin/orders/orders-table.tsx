import { ArrowDown } from 'lucide-react'
import { Link } from 'react-router'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import table from '#ui/table.module.css'
import type { OrderListItem } from '../wire/orders.ts'
import styles from './orders-view.module.css'
import { StatusChip } from './status-chip.tsx'

type Props = { orders: OrderListItem[]; openId: string | null; orderUrl: (orderId: string) => string }

export function OrdersTable({ orders, openId, orderUrl }: Props) {
  return (
    <table className={`${table.table} ${styles.table}`}>
      <thead>
        <tr>
          <th aria-sort="descending">
            Order <ArrowDown size={14} aria-hidden />
          </th>
          <th>Buyer</th>
          <th>Status</th>
          <th className={styles.mayGo}>Came from</th>
          <th className={styles.end}>Total</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((row) => (
          <tr key={row.orderId} aria-current={row.orderId === openId ? 'true' : undefined}>
            <td className={styles.order}>
              <b>{row.orderNumber}</b>
              <small>
                <When at={row.placedAt} zone="UTC" form="short" />
              </small>
            </td>
            <td className={styles.buyer}>
              <Link to={orderUrl(row.orderId)} preventScrollReset data-order={row.orderId}>
                {row.name}
              </Link>
              <small>
                {row.courseTitle}
                {row.seats > 0 && (row.seats === 1 ? ', 1 seat' : `, ${row.seats} seats`)}
              </small>
            </td>
            <td className={styles.status}>
              <StatusChip {...row} />
              <Note row={row} />
            </td>
            <td className={styles.mayGo}>{row.cameFrom ?? '–'}</td>
            <td className={`${styles.end} ${styles.total}`}>
              <Money {...row.total} exact />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Note({ row: { balance, refunded, isDisputed, outcome } }: { row: OrderListItem }) {
  if (isDisputed) return <small>{outcome === 'disputed' ? 'The bank has not decided' : 'The bank asks about it'}</small>
  if (balance)
    return (
      <small>
        {balance.isPaused ? 'paused, ' : 'deposit, '}
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
