import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { focusHere } from '#ui/arrival.ts'
import type { AdminOrder } from '../wire/orders.ts'
import { DisputeNotes } from './dispute-notes.tsx'
import { OrderAbout, Pair } from './order-about.tsx'
import { OrderActs } from './order-acts.tsx'
import { OrderEvents } from './order-events.tsx'
import styles from './order-side.module.css'
import { RefundTrouble } from './refund-trouble.tsx'
import side from './side.module.css'
import { StatusChip } from './status-chip.tsx'

type Beside = { before: string | null; after: string | null }
type Props = { whole: AdminOrder; beside: Beside; to: (orderId: string | null) => string; onChanged: () => void }

const LOOK_AGAIN_MS = 3000

export function OrderSide({ whole, beside, to, onChanged }: Props) {
  const { order, attribution, events } = whole
  const isWaiting = whole.refundWaiting !== null
  // What waits for the provider goes out by itself: the page looks again until it has.
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(onChanged, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isWaiting, onChanged])
  return (
    <aside className={`${side.side} ${styles.order}`} aria-labelledby="order">
      <header>
        <h2 id="order" ref={focusHere} tabIndex={-1}>
          {order.orderNumber}
        </h2>
        <StatusChip status={order.status} />
        <nav aria-label="Orders beside this one">
          {beside.before && (
            <Link className={side.away} to={to(beside.before)} replace preventScrollReset aria-label="Previous order">
              <ChevronUp size={20} aria-hidden />
            </Link>
          )}
          {beside.after && (
            <Link className={side.away} to={to(beside.after)} replace preventScrollReset aria-label="Next order">
              <ChevronDown size={20} aria-hidden />
            </Link>
          )}
          <Link className={side.away} to={to(null)} preventScrollReset aria-label="Close">
            <X size={20} aria-hidden />
          </Link>
        </nav>
      </header>
      <OrderAbout whole={whole} />
      <DisputeNotes disputes={whole.disputes} />
      <RefundTrouble whole={whole} onChanged={onChanged} />
      <OrderActs whole={whole} onChanged={onChanged} />
      <section>
        <h3>What happened</h3>
        <OrderEvents events={events} />
      </section>
      <CameFrom attribution={attribution} />
    </aside>
  )
}

const TRACES: [string, string][] = [
  ['campaign', 'Campaign'],
  ['campaignid', 'Campaign number'],
  ['adgroupname', 'Group'],
  ['adname', 'Ad'],
  ['clickid', 'Click'],
]

function CameFrom({ attribution }: { attribution: Record<string, string> }) {
  const { source, medium } = attribution
  const told = TRACES.flatMap(([field, label]) => (attribution[field] ? [{ label, value: attribution[field] }] : []))
  if (!source && told.length === 0) return null
  return (
    <section>
      <h3>Where the buyer came from</h3>
      <dl className={styles.pairs}>
        {source && <Pair name="Visit">{[source, medium].filter(Boolean).join(' / ')}</Pair>}
        {told.map(({ label, value }) => (
          <Pair key={label} name={label}>
            {value}
          </Pair>
        ))}
      </dl>
    </section>
  )
}
