import { Ban, Check, Hourglass, MailOpen } from 'lucide-react'
import { Chip } from '#ui/chip.tsx'
import { Estimate } from '#ui/estimate/estimate.tsx'
import { focusHeading } from '#ui/focus.ts'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import type { PurchaseNoun } from '../session/course-summary.ts'
import { formatSeatCount } from '../session/format-seat-count.ts'
import type { OrderView } from '../wire/order.ts'
import {
  countActiveSeats,
  formatReason,
  getOrderOutcome,
  hasBalanceDue,
  hasPaidBalance,
  type OrderOutcome,
} from './order-outcome.ts'
import styles from './receipt.module.css'
import { isFreeOrder } from './receipt-totals.tsx'

type Props = {
  order: OrderView
  courseTitle: string | null
  noun: PurchaseNoun
  zone: string
  email: string | null
  sendsMail: boolean
  isBalanceOnItsWay: boolean
}

export function ReceiptHead({ order, courseTitle, noun, zone, email, sendsMail, isBalanceOnItsWay }: Props) {
  const outcome = getOrderOutcome(order)
  return (
    <div className={styles.head}>
      <p className={styles.line}>
        <OutcomeChip outcome={outcome} isOwed={hasBalanceDue(order)} />
        <span>
          Order {order.orderNumber}, <When at={order.placedAt} zone={zone} form="date-year" />,{' '}
          <When at={order.placedAt} zone={zone} form="time" />
        </span>
      </p>
      <h1 ref={focusHeading} tabIndex={-1}>
        {getTitle(order, outcome, noun)}
      </h1>
      <Lead order={order} courseTitle={courseTitle} outcome={outcome} email={email} sendsMail={sendsMail} />
      {hasBalanceDue(order) && !isBalanceOnItsWay && <BalanceDue order={order} zone={zone} />}
    </div>
  )
}

/** `$300.00 is due on 12 January.` */
function BalanceDue({ order: { totals, schedule }, zone }: { order: OrderView; zone: string }) {
  const dueAt = schedule[0]?.dueAt
  return (
    <p>
      <b>
        <Money {...totals.due} exact />
        <Estimate {...totals.due} /> is due{' '}
        {dueAt ? (
          <>
            on <When at={dueAt} zone={zone} form="date" />
          </>
        ) : (
          'now'
        )}
        .
      </b>
    </p>
  )
}

function OutcomeChip({ outcome, isOwed }: { outcome: OrderOutcome; isOwed: boolean }) {
  if (outcome === 'to-confirm')
    return (
      <Chip tone="info">
        <MailOpen size={14} /> To be confirmed
      </Chip>
    )
  if (outcome === 'ended' || outcome === 'cancelled')
    return (
      <Chip tone="past">
        <Ban size={14} /> Cancelled
      </Chip>
    )
  if (isOwed)
    return (
      <Chip tone="warn">
        <Hourglass size={14} /> Deposit paid
      </Chip>
    )
  return (
    <Chip tone="good">
      <Check size={14} /> Complete
    </Chip>
  )
}

function getTitle(order: OrderView, outcome: OrderOutcome, noun: PurchaseNoun): string {
  const count = order.lines.length
  const activeSeatCount = countActiveSeats(order)
  switch (outcome) {
    case 'to-confirm':
      return 'One more step.'
    case 'cancelled':
      return 'These dates were cancelled'
    case 'ended':
      return count === 1 ? `Your ${noun} was cancelled` : `Your ${noun}s were cancelled`
    case 'changed':
      return `${formatSeatCount(activeSeatCount)} of your ${formatSeatCount(count).toLowerCase()} ${noun}s ${activeSeatCount === 1 ? 'is' : 'are'} booked`
    case 'booked':
      return hasPaidBalance(order) ? 'Your balance is paid.' : `You’re in.${formatTogether(count)}`
  }
}

function formatTogether(count: number): string {
  if (count < 2) return ''
  return count === 2 ? ' Both of you.' : ` All ${formatSeatCount(count).toLowerCase()} of you.`
}

type LeadProps = Pick<Props, 'order' | 'courseTitle' | 'email' | 'sendsMail'> & { outcome: OrderOutcome }

function Lead({ order, courseTitle, outcome, email, sendsMail }: LeadProps) {
  const address = email ?? 'your e-mail address'
  if (outcome === 'to-confirm' && !sendsMail)
    return (
      <p>This site can’t send e-mails yet, so the one that confirms your place may not come to {address} in time.</p>
    )
  if (outcome === 'to-confirm')
    return (
      <p>
        We’ve e-mailed {address}. Click the button in that e-mail to confirm your place
        {courseTitle && (
          <>
            {' '}
            in <bdi>{courseTitle}</bdi>
          </>
        )}
        .
      </p>
    )
  if (outcome === 'cancelled') return <p>We’re sorry.{formatReason(order)} You don’t need to do anything.</p>
  if (outcome === 'ended') return <p>You don’t need to do anything.</p>
  if (outcome === 'changed') return <p>The other seats stay booked, at the price that was paid for them.</p>
  if (hasPaidBalance(order))
    return <p>Nothing more is due.{sendsMail && ` We’ve e-mailed ${address} to confirm it.`}</p>
  const subject = isFreeOrder(order) ? 'Your welcome' : 'The receipt'
  if (!sendsMail)
    return (
      <p>
        {subject} can’t be sent to {address}: this site sends no e-mails yet. This page shows your order.
      </p>
    )
  return (
    <p>
      {subject} is on its way to {address}.
    </p>
  )
}
