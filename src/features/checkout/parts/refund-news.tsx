import { Money } from '#ui/money.tsx'
import { When } from '#ui/when.tsx'
import type { OrderView } from '../wire/order.ts'
import type { Place } from './about.ts'
import { changedLines, hasRefunds, isOver } from './order-outcome.ts'
import styles from './receipt.module.css'

type Props = { order: OrderView; place: Place; zone: string }
type Refund = OrderView['refunds'][number]

/** One step of the receipt: which seats ended, and where the money for them is. */
export function RefundNews({ order, place, zone }: Props) {
  const changed = isOver(order) && order.cancellation ? [] : changedLines(order)
  return (
    <li>
      <h3>{hasRefunds(order) || isWaiting(order) ? 'Your refund' : 'What changed'}</h3>
      {changed.length > 0 && (
        <ul className={styles.changes} aria-label={`Your ${place}s`}>
          {changed.map((line) => (
            <li key={line.lineId}>
              <ChangedSeat line={line} place={place} />
            </li>
          ))}
        </ul>
      )}
      {hasRefunds(order) ? (
        <ul className={styles.changes} aria-label="Refunds">
          {order.refunds.map((refund) => (
            <li key={refund.refundId} data-refund={refund.status}>
              <b>
                <Money {...refund.amount} exact /> to {destinationOf(refund)}
              </b>{' '}
              <Progress refund={refund} zone={zone} />
            </li>
          ))}
        </ul>
      ) : (
        <NothingSent order={order} />
      )}
    </li>
  )
}

export const hasNews = (order: OrderView): boolean =>
  hasRefunds(order) || changedLines(order).length > 0 || isOver(order)

export const destinationOf = ({ method, card }: Pick<Refund, 'method' | 'card'>): string => {
  if (card) return `${card.brand} ••${card.last4}`
  return { card: 'your card', 'gift-card': 'your gift card', credit: 'your credit' }[method]
}

/** The job that sends the money of cancelled dates back has not come to this order yet. */
const isWaiting = ({ cancellation, refunds, totals }: OrderView): boolean =>
  cancellation !== null && refunds.length === 0 && Number(totals.paid.amount) > 0

function NothingSent({ order }: Pick<Props, 'order'>) {
  if (isWaiting(order))
    return (
      <p>
        All you paid, <Money {...order.totals.paid} exact />, goes back the way it came. We’ll e-mail you as soon as it
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

function ChangedSeat({ line, place }: { line: OrderView['lines'][number]; place: Place }) {
  const name = `${place[0]?.toUpperCase()}${place.slice(1)} ${line.seat}`
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

function Progress({ refund: { status, method, at }, zone }: { refund: Refund; zone: string }) {
  if (status === 'delayed') return <>is delayed: it did not arrive, and we’re looking into it.</>
  if (status === 'on-its-way') return <>is on its way. Banks usually show it within 5 to 10 days.</>
  if (method !== 'card') return <>is there already.</>
  return (
    <>
      was sent on <When at={at} zone={zone} form="day" />. Banks usually show it within 5 to 10 days.
    </>
  )
}
