import { useEffect } from 'react'
import { Definition, DefinitionList } from '#ui/layout/definition-list.tsx'
import { DetailPanel } from '#ui/list/detail-panel.tsx'
import { DisputeNotes } from '../refunds/dispute-notes.tsx'
import { MissingProvider } from '../refunds/missing-provider.tsx'
import { RefundProblems } from '../refunds/refund-problems.tsx'
import type { AdminOrder } from '../wire/orders.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderEvents } from './order-events.tsx'
import { OrderSummary } from './order-summary.tsx'
import { StatusChip } from './status-chip.tsx'

type Props = {
  orderDetails: AdminOrder
  /** The URLs of the orders beside this one. */
  neighbours: { before: string | null; after: string | null }
  closeUrl: string
  onChanged: () => void
}

const POLL_INTERVAL_MS = 3000

export function OrderPanel({ orderDetails, neighbours, closeUrl, onChanged }: Props) {
  const { order, attribution, events } = orderDetails
  const hasPendingRefund = orderDetails.refundWaiting !== null
  // The worker retries pending refunds. The page polls until they are sent.
  useEffect(() => {
    if (!hasPendingRefund) return
    const timer = setInterval(onChanged, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [hasPendingRefund, onChanged])
  return (
    <DetailPanel
      title={order.orderNumber}
      status={
        <StatusChip
          status={order.status}
          outcome={orderDetails.outcome}
          balance={Number(order.totals.due.amount) === 0 ? null : order.schedule.length > 0 ? 'deposit' : 'overdue'}
          isFree={Number(order.totals.total.amount) === 0}
        />
      }
      neighbours={{ noun: 'order', ...neighbours }}
      closeUrl={closeUrl}
    >
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
    </DetailPanel>
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
      <DefinitionList>
        {source && <Definition name="Visit">{[source, medium].filter(Boolean).join(' / ')}</Definition>}
        {referredBy && (
          <Definition name="Referred by">
            <bdi>{referredBy.name}</bdi>, {referredBy.email} ({REWARDS[referredBy.state]})
          </Definition>
        )}
        {attributionRows.map(({ label, value }) => (
          <Definition key={label} name={label}>
            {value}
          </Definition>
        ))}
      </DefinitionList>
    </section>
  )
}
