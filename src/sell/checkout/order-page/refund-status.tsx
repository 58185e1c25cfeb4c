import { Money } from '#ui/money.tsx'
import type { PurchaseNoun } from '../session/course-summary.ts'
import type { OrderView } from '../wire/order.ts'
import { hasRefunds, isOrderOver, isRefundPending, listChangedLines } from './order-outcome.ts'
import styles from './receipt.module.css'
import { getRefundDestination, RefundProgress } from './refund-progress.tsx'

type Props = { order: OrderView; noun: PurchaseNoun; zone: string }

/** Receipt step: the ended seats and the state of their refunds. */
export function RefundStatus({ order, noun, zone }: Props) {
  const changedSeats = isOrderOver(order) && order.cancellation ? [] : listChangedLines(order)
  return (
    <li>
      <h3>{hasRefunds(order) || isRefundPending(order) ? 'Your refund' : 'What changed'}</h3>
      {changedSeats.length > 0 && (
        <ul className={styles.changes} aria-label={`Your ${noun}s`}>
          {changedSeats.map((line) => (
            <li key={line.lineId}>
              <ChangedSeat line={line} noun={noun} />
            </li>
          ))}
        </ul>
      )}
      {hasRefunds(order) ? (
        <ul className={styles.changes} aria-label="Refunds">
          {order.refunds.map((refund) => (
            <li key={refund.refundId} data-refund={refund.status}>
              <b>
                <Money {...refund.amount} exact /> to {getRefundDestination(refund)}
              </b>{' '}
              <RefundProgress refund={refund} zone={zone} />
            </li>
          ))}
        </ul>
      ) : (
        <NoRefundYet order={order} />
      )}
    </li>
  )
}

export const hasRefundStatus = (order: OrderView): boolean =>
  hasRefunds(order) || listChangedLines(order).length > 0 || isOrderOver(order)

function NoRefundYet({ order }: Pick<Props, 'order'>) {
  if (isRefundPending(order))
    return (
      <p>
        Your payment of <Money {...order.totals.paid} exact /> will be refunded in full. We’ll e-mail you as soon as it
        is on its way.
      </p>
    )
  return (
    <p>
      {Number(order.totals.paid.amount) > 0
        ? 'Nothing was refunded.'
        : 'You paid nothing, so there is nothing to refund.'}
    </p>
  )
}

function ChangedSeat({ line, noun }: { line: OrderView['lines'][number]; noun: PurchaseNoun }) {
  const name = `${noun[0]?.toUpperCase()}${noun.slice(1)} ${line.seat}`
  const hasRefund = Number(line.refunded.amount) > 0
  if (line.seatStatus !== 'ended')
    return (
      <>
        {name}: <Money {...line.refunded} exact /> refunded
      </>
    )
  return (
    <>
      <s>{name}</s> cancelled
      {hasRefund && (
        <>
          , <Money {...line.refunded} exact /> refunded
        </>
      )}
    </>
  )
}
