import { hasBalanceDue, isOrderOver, isRefundPending } from '#sell/checkout/order-page/order-outcome.ts'
import { getRefundDestination, RefundProgress } from '#sell/checkout/order-page/refund-progress.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Estimate } from '#ui/estimate/estimate.tsx'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import type { Purchase } from '../wire/purchases.ts'
import styles from './purchases.module.css'

type Props = { purchase: Purchase }

/** An order to pay, or the balance of a deposit. */
export function OwedPart({ purchase: { order, course } }: Props) {
  const { due } = order.totals
  const payUrl = `${order.gift ? '/gift-card/buy' : `/checkout/${order.offerCode}`}?order=${order.orderId}`
  if (order.status === 'pending' && order.holdExpiresAt)
    return (
      <div className={styles.owed}>
        <p>
          <b>This order is waiting for payment</b>
          <small>
            Held for you until <When at={order.holdExpiresAt} zone="UTC" form="time" />.
          </small>
        </p>
        <ButtonLink href={payUrl}>Continue</ButtonLink>
      </div>
    )
  if (!hasBalanceDue(order)) return null
  const dueAt = order.schedule[0]?.dueAt
  const zone = course?.timezoneId ?? 'UTC'
  const isOnItsWay = order.payments.some(({ purpose, status }) => purpose === 'balance' && status === 'pending')
  return (
    <div className={styles.owed}>
      <p>
        <b>
          <Money {...due} exact />
          <Estimate {...due} />{' '}
          {dueAt ? (
            <>
              due by <When at={dueAt} zone={zone} form="day" />
            </>
          ) : (
            'is due now'
          )}
        </b>
        <small>
          {isOnItsWay ? 'A payment has been started.' : <Consequence order={order} isDue={!dueAt} zone={zone} />}
        </small>
      </p>
      {isOnItsWay ? (
        <ButtonLink look="quiet" href={order.receiptUrl}>
          See the payment
        </ButtonLink>
      ) : (
        <ButtonLink href={payUrl}>
          Pay <Money {...due} exact />
        </ButtonLink>
      )}
    </div>
  )
}

function Consequence({
  order: { savedCard },
  isDue,
  zone,
}: {
  order: Purchase['order']
  isDue: boolean
  zone: string
}) {
  if (savedCard?.chargeAt)
    return (
      <>
        We’ll charge it to your {savedCard.brand} ••{savedCard.last4} on{' '}
        <When at={savedCard.chargeAt} zone={zone} form="date" />.
      </>
    )
  return isDue
    ? 'After three reminders, your access is paused until you pay.'
    : 'If it’s late, we’ll send three reminders, then pause your access.'
}

/** Refunds, a dispute, cancelled dates, and where a gift card is. */
export function StatePart({ purchase }: Props) {
  const { order } = purchase
  if (order.status !== 'complete') return null
  const { cancelledSessions } = order
  const isPlain = !order.disputed && !order.cancellation && order.refunds.length + cancelledSessions.length === 0
  if (isPlain && !order.gift) return null
  return (
    <ul className={`${styles.part} ${styles.facts}`} aria-label={`State of order ${order.orderNumber}`}>
      {order.disputed && <Dispute order={order} disputed={order.disputed} />}
      {order.cancellation && (
        <li>These dates were cancelled.{isRefundPending(order) && ' Your payment will be refunded in full.'}</li>
      )}
      {!order.cancellation &&
        cancelledSessions.map(({ title, startsAt, timezoneId }) => (
          <li key={startsAt}>
            “{title}” on <When at={startsAt} zone={timezoneId} form="day" /> was cancelled.
          </li>
        ))}
      {order.refunds.map((refund) => (
        <li key={refund.refundId}>
          <b>
            <Money {...refund.amount} exact /> to {getRefundDestination(refund)}
          </b>{' '}
          <RefundProgress refund={refund} zone="UTC" />
        </li>
      ))}
      {order.gift && !order.disputed && <Gift gift={order.gift} />}
    </ul>
  )
}

type DisputeProps = { order: Purchase['order']; disputed: NonNullable<Purchase['order']['disputed']> }

function Dispute({ order, disputed: { status, amount } }: DisputeProps) {
  const noun = order.gift ? 'gift card' : 'course'
  if (status === 'lost')
    return (
      <li>
        The bank took back <Money {...amount} exact />, so the {noun} has ended.
      </li>
    )
  return (
    <li>
      A bank is checking <Money {...amount} exact />.{' '}
      {isOrderOver(order)
        ? `Your ${noun} was cancelled. If the bank leaves the money with us, we refund it.`
        : `Until it has decided, the ${noun} can’t be used.`}
    </li>
  )
}

function Gift({ gift: { status, sendAt, recipient } }: { gift: NonNullable<Purchase['order']['gift']> }) {
  if (status === 'cancelled') return <li>The gift card was cancelled.</li>
  return (
    <li>
      {status === 'sent' ? 'The gift card was e-mailed' : 'The gift card will be e-mailed'} to{' '}
      <bdi>{recipient.email ?? recipient.name}</bdi>
      {status === 'scheduled' && (
        <>
          {' '}
          on <When at={sendAt} zone="UTC" form="date-year" />
        </>
      )}
      .
    </li>
  )
}
