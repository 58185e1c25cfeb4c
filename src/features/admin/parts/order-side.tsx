import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { focusHere } from '#ui/arrival.ts'
import { Money } from '#ui/money.tsx'
import { When } from '#ui/when.tsx'
import type { AdminOrder } from '../wire/orders.ts'
import { OrderEvents } from './order-events.tsx'
import styles from './order-side.module.css'
import side from './side.module.css'
import { StatusChip } from './status-chip.tsx'

type Beside = { before: string | null; after: string | null }
type Props = { whole: AdminOrder; beside: Beside; to: (orderId: string | null) => string; onChanged: () => void }

export function OrderSide({ whole, beside, to }: Props) {
  const { order, attribution, events } = whole
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
      <About whole={whole} />
      <section>
        <h3>What happened</h3>
        <OrderEvents events={events} />
      </section>
      <CameFrom attribution={attribution} />
    </aside>
  )
}

function About({ whole: { order, courseTitle, seats, refundWaiting } }: { whole: AdminOrder }) {
  const { buyer, totals, payments } = order
  const kept = payments.filter(({ status, method }) => status === 'complete' && method !== 'none')
  return (
    <section>
      <div className={styles.who}>
        <p>
          <b>{buyer?.name}</b>
          <br />
          <a href={`mailto:${buyer?.email}`}>{buyer?.email}</a>
        </p>
        <p className={styles.sum}>
          <Money {...totals.total} exact />
          <small>{standingOf(order)}</small>
        </p>
      </div>
      <dl className={styles.pairs}>
        <dt>Course</dt>
        <dd>
          {courseTitle}, <span className={styles.code}>{order.courseCode}</span>
        </dd>
        <dt>Seats</dt>
        <dd>
          {seats.length}
          {Number(totals.discount.amount) > 0 && (
            <>
              , <Money {...totals.discount} exact /> off{order.promoCode ? ` by ${order.promoCode}` : ' for the group'}
            </>
          )}
        </dd>
        {kept.length > 0 && (
          <>
            <dt>Paid by</dt>
            <dd>
              {kept.map(({ paymentId, method, card, amount }, at) => (
                <span key={paymentId}>
                  {at > 0 && ', '}
                  {card ? `${card.brand} ••${card.last4}` : METHODS[method]} <Money {...amount} exact />
                </span>
              ))}
            </dd>
          </>
        )}
        {order.schedule.map(({ dueAt, amount }) => (
          <Pair key={dueAt} name="Balance">
            <Money {...amount} exact /> due <When at={dueAt} zone="UTC" form="date" />
          </Pair>
        ))}
        {Number(totals.refunded.amount) > 0 && (
          <Pair name="Refunded">
            −<Money {...totals.refunded} exact />
          </Pair>
        )}
        {refundWaiting && (
          <Pair name="On its way">
            −<Money {...refundWaiting} exact />, not taken by the provider yet. It is tried again by itself.
          </Pair>
        )}
      </dl>
    </section>
  )
}

const METHODS = { card: 'Card', 'gift-card': 'Gift card', credit: 'Credit', none: '' } as const

function Pair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function standingOf({ status, totals }: AdminOrder['order']): string {
  if (status === 'failed') return 'Nothing kept'
  if (Number(totals.due.amount) > 0) return Number(totals.paid.amount) > 0 ? 'Paid in part' : 'Not paid yet'
  return Number(totals.total.amount) === 0 ? 'Free' : 'Paid in full'
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
