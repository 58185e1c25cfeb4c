import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import side from '#people/app-shell/detail-panel.module.css'
import { focusField } from '#ui/focus.ts'
import { Pair } from '../parts/pair.tsx'
import { DisputeNotes } from '../refunds/dispute-notes.tsx'
import { MissingProvider } from '../refunds/missing-provider.tsx'
import { RefundProblems } from '../refunds/refund-problems.tsx'
import type { AdminOrder } from '../wire/orders.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderEvents } from './order-events.tsx'
import styles from './order-panel.module.css'
import { OrderSummary } from './order-summary.tsx'
import { StatusChip } from './status-chip.tsx'

type Neighbours = { before: string | null; after: string | null }
type Props = {
  orderDetails: AdminOrder
  neighbours: Neighbours
  orderUrl: (orderId: string | null) => string
  onChanged: () => void
}

const POLL_INTERVAL_MS = 3000

export function OrderPanel({ orderDetails, neighbours, orderUrl, onChanged }: Props) {
  const { order, attribution, events } = orderDetails
  const hasPendingRefund = orderDetails.refundWaiting !== null
  // The worker retries pending refunds. The page polls until they are sent.
  useEffect(() => {
    if (!hasPendingRefund) return
    const timer = setInterval(onChanged, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [hasPendingRefund, onChanged])
  return (
    <aside className={`${side.side} ${styles.order}`} aria-labelledby="order">
      <header>
        <h2 id="order" ref={focusField} tabIndex={-1}>
          {order.orderNumber}
        </h2>
        <StatusChip status={order.status} outcome={orderDetails.outcome} />
        <nav aria-label="Orders beside this one">
          {neighbours.before && (
            <Link
              className={side.away}
              to={orderUrl(neighbours.before)}
              replace
              preventScrollReset
              aria-label="Previous order"
            >
              <ChevronUp size={20} aria-hidden />
            </Link>
          )}
          {neighbours.after && (
            <Link
              className={side.away}
              to={orderUrl(neighbours.after)}
              replace
              preventScrollReset
              aria-label="Next order"
            >
              <ChevronDown size={20} aria-hidden />
            </Link>
          )}
          <Link className={side.away} to={orderUrl(null)} preventScrollReset aria-label="Close">
            <X size={20} aria-hidden />
          </Link>
        </nav>
      </header>
      <OrderSummary orderDetails={orderDetails} />
      {orderDetails.missingProvider && <MissingProvider provider={orderDetails.missingProvider} />}
      <DisputeNotes disputes={orderDetails.disputes} />
      <RefundProblems orderDetails={orderDetails} onChanged={onChanged} />
      <OrderActions orderDetails={orderDetails} onChanged={onChanged} />
      <section>
        <h3>History</h3>
        <OrderEvents events={events} />
      </section>
      <OrderSource attribution={attribution} referredBy={orderDetails.referredBy} />
    </aside>
  )
}

const ATTRIBUTION_FIELDS: [string, string][] = [
  ['campaign', 'Campaign'],
  ['campaignid', 'Campaign number'],
  ['adgroupname', 'Group'],
  ['adname', 'Ad'],
  ['clickid', 'Click'],
]

type SourceProps = { attribution: Record<string, string>; referredBy: AdminOrder['referredBy'] }

const REWARDS = {
  pending: 'reward pending',
  rewarded: 'rewarded',
  cancelled: 'no reward',
  refused: 'no reward: same card or PayPal account',
  reversed: 'reward taken back',
} as const

function OrderSource({ attribution, referredBy }: SourceProps) {
  const { source, medium } = attribution
  const attributionRows = ATTRIBUTION_FIELDS.flatMap(([field, label]) =>
    attribution[field] ? [{ label, value: attribution[field] }] : [],
  )
  if (!source && !referredBy && attributionRows.length === 0) return null
  return (
    <section>
      <h3>Source</h3>
      <dl className={side.pairs}>
        {source && <Pair name="Visit">{[source, medium].filter(Boolean).join(' / ')}</Pair>}
        {referredBy && (
          <Pair name="Referred by">
            <bdi>{referredBy.name}</bdi>, {referredBy.email} ({REWARDS[referredBy.state]})
          </Pair>
        )}
        {attributionRows.map(({ label, value }) => (
          <Pair key={label} name={label}>
            {value}
          </Pair>
        ))}
      </dl>
    </section>
  )
}
