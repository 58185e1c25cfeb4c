import { Ban, Check, Hourglass, Lock, MailOpen, Undo2 } from 'lucide-react'
import { getOrderOutcome, hasBalanceDue, hasRefundedPurchase } from '#sell/checkout/order-page/order-outcome.ts'
import { Chip } from '#ui/chip.tsx'
import { Money } from '#ui/money.tsx'
import type { Purchase } from '../wire/purchases.ts'
import styles from './purchases.module.css'

/** The amount of the order, and what became of it. */
export function PurchaseState({ purchase }: { purchase: Purchase }) {
  const { order } = purchase
  const { total, paid } = order.totals
  const isPartPaid = hasBalanceDue(order)
  return (
    <div className={styles.amount}>
      <Money {...(isPartPaid ? paid : total)} exact label={Number(total.amount) === 0 ? 'Free' : undefined} />
      {isPartPaid ? (
        <small>
          deposit paid, of <Money {...total} exact />
        </small>
      ) : (
        <PurchaseStateChip purchase={purchase} />
      )}
    </div>
  )
}

function PurchaseStateChip({ purchase: { order, outcome } }: { purchase: Purchase }) {
  if (order.status !== 'complete') {
    if (!hasRefundedPurchase(order))
      return (
        <Chip tone="warn">
          <Hourglass size={14} /> Not paid yet
        </Chip>
      )
    return (
      <Chip tone="past">
        <Undo2 size={14} /> {order.status === 'failed' ? 'Refunded' : 'Refund on its way'}
      </Chip>
    )
  }
  switch (outcome) {
    case 'disputed':
      return (
        <Chip tone="warn">
          <Lock size={14} /> On hold
        </Chip>
      )
    case 'lost':
      return (
        <Chip tone="bad">
          <Ban size={14} /> Ended
        </Chip>
      )
    case 'refunded':
      return (
        <Chip tone="past">
          <Undo2 size={14} /> Refunded
        </Chip>
      )
    case 'part-refunded':
      return (
        <Chip tone="past">
          <Undo2 size={14} /> Part refunded
        </Chip>
      )
  }
  const seats = getOrderOutcome(order)
  if (seats === 'cancelled' || seats === 'ended')
    return (
      <Chip tone="past">
        <Ban size={14} /> Cancelled
      </Chip>
    )
  if (seats === 'to-confirm')
    return (
      <Chip tone="info">
        <MailOpen size={14} /> To be confirmed
      </Chip>
    )
  return (
    <Chip tone="good">
      <Check size={14} /> Complete
    </Chip>
  )
}
