import {
  Armchair,
  BadgeAlert,
  CalendarX,
  CircleCheck,
  CircleX,
  Clock,
  Hourglass,
  type LucideIcon,
  Mail,
  ShoppingBag,
  Undo2,
  UserPlus,
  UserX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { describeDisputeReason } from '#domain/orders/dispute.ts'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import type { TimelineEvent } from '../wire/orders.ts'
import styles from './order-panel.module.css'

const METHOD_LABELS = {
  card: 'Card',
  paypal: 'PayPal',
  'gift-card': 'Gift card',
  credit: 'Credit',
  none: 'Free',
} as const
const FAILURE_LABELS: Record<string, string> = {
  card_declined: 'card declined',
  insufficient_funds: 'not enough money on the card',
  expired_card: 'card expired',
  incorrect_cvc: 'wrong security code',
  challenge_refused: 'not confirmed at the bank',
  payment_declined: 'PayPal refused the payment',
  approved_too_late: 'approved after the seats were gone, not charged',
  SOLD_OUT_REFUNDED: 'the last seat was taken, refunded in full',
  ALREADY_ENROLLED_REFUNDED: 'already enrolled, refunded in full',
  ORDER_CLOSED_REFUNDED: 'the order had ended, refunded in full',
}

type EventDisplay = {
  Icon: LucideIcon
  renderText: (event: TimelineEvent) => ReactNode
  renderNote?: (event: TimelineEvent) => ReactNode
}

const renderAmount = ({ amount }: TimelineEvent) => amount && <Money {...amount} exact />
const getMethodLabel = (event: TimelineEvent) => (event.method ? METHOD_LABELS[event.method] : '')
const getFailureLabel = ({ text }: TimelineEvent) => (text && FAILURE_LABELS[text]) || 'no reason given'
const renderReason = ({ text }: TimelineEvent) => text && `“${text}”`

const renderDisputeReason = ({ text }: TimelineEvent) => text && `Reason: ${describeDisputeReason(text)}`

const EVENT_DISPLAYS: Record<TimelineEvent['what'], EventDisplay> = {
  placed: { Icon: ShoppingBag, renderText: (event) => <>Order placed, {renderAmount(event)}</> },
  'sent-to-bank': { Icon: Hourglass, renderText: (event) => <>Sent to the bank, {renderAmount(event)}</> },
  'set-aside': {
    Icon: Hourglass,
    renderText: (event) => (
      <>
        {getMethodLabel(event)}: {renderAmount(event)} reserved
      </>
    ),
  },
  paid: {
    Icon: CircleCheck,
    renderText: (event) => (
      <>
        {event.text ?? getMethodLabel(event)} paid {renderAmount(event)}
      </>
    ),
    renderNote: ({ seen }) => seen && seen.seconds >= 60 && `Confirmed after ${formatMinutes(seen.seconds)}`,
  },
  declined: { Icon: CircleX, renderText: (event) => <>Declined: {getFailureLabel(event)}</> },
  'attempt-ended': { Icon: CircleX, renderText: () => 'Not paid in time' },
  'cannot-keep': { Icon: Undo2, renderText: (event) => <>Paid, but {getFailureLabel(event)}</> },
  enrolled: { Icon: Armchair, renderText: () => 'Buyer enrolled' },
  expired: { Icon: Clock, renderText: () => 'Seats released, not paid' },
  replaced: { Icon: Clock, renderText: () => 'Replaced by a newer order' },
  invited: {
    Icon: Mail,
    renderText: ({ text }) => (
      <>
        <bdi>{text}</bdi> invited
      </>
    ),
  },
  accepted: {
    Icon: UserPlus,
    renderText: ({ text }) => (
      <>
        <bdi>{text}</bdi> accepted the seat
      </>
    ),
  },
  mailed: { Icon: Mail, renderText: ({ text }) => `E-mail: ${text}` },
  'receipt-requested': {
    Icon: Mail,
    renderText: ({ by }) => (
      <>
        <bdi>{by}</bdi> resent the receipt
      </>
    ),
    renderNote: renderReason,
  },
  paused: { Icon: Clock, renderText: () => 'Paused: the balance is overdue' },
  'refund-requested': {
    Icon: Undo2,
    renderText: (event) => (
      <>
        <bdi>{event.by}</bdi> refunded {renderAmount(event)}
      </>
    ),
    renderNote: renderReason,
  },
  'refund-queued': {
    Icon: Hourglass,
    renderText: (event) => (
      <>
        {getMethodLabel(event)}: refund of {renderAmount(event)} queued, waiting for the provider
      </>
    ),
  },
  'refund-sent': {
    Icon: Undo2,
    renderText: (event) => (
      <>
        {getMethodLabel(event)}: {renderAmount(event)} refunded
      </>
    ),
  },
  'refund-at-provider': {
    Icon: Undo2,
    renderText: (event) => <>{renderAmount(event)} refunded in the provider’s dashboard</>,
  },
  'refund-allocated': {
    Icon: Undo2,
    renderText: (event) => (
      <>
        <bdi>{event.by}</bdi> assigned the refund of {renderAmount(event)}
      </>
    ),
    renderNote: renderReason,
  },
  'refund-failed': {
    Icon: CircleX,
    renderText: (event) => (
      <>
        {getMethodLabel(event)}: refund of {renderAmount(event)} failed, the money is with the provider
      </>
    ),
  },
  'refund-again': {
    Icon: Hourglass,
    renderText: (event) => (
      <>
        <bdi>{event.by}</bdi> retried the refund of {renderAmount(event)}
      </>
    ),
  },
  'refund-voided': {
    Icon: CircleX,
    renderText: (event) => <>Refund of {renderAmount(event)} replaced by the one at the provider</>,
  },
  'seat-ended': {
    Icon: UserX,
    renderText: ({ by }) =>
      by ? (
        <>
          <bdi>{by}</bdi> ended a seat
        </>
      ) : (
        'A seat ended'
      ),
    renderNote: ({ text }) => text,
  },
  'dispute-inquiry': {
    Icon: BadgeAlert,
    renderText: (event) => <>Bank inquiry about {renderAmount(event)}</>,
    renderNote: renderDisputeReason,
  },
  'dispute-opened': {
    Icon: BadgeAlert,
    renderText: (event) => <>The card holder’s bank disputes {renderAmount(event)}, access frozen</>,
    renderNote: renderDisputeReason,
  },
  'dispute-closed': { Icon: CircleCheck, renderText: () => 'Inquiry closed, no money taken' },
  'dispute-won': { Icon: CircleCheck, renderText: (event) => <>Dispute won, {renderAmount(event)} returned to us</> },
  'dispute-lost': {
    Icon: CircleX,
    renderText: (event) => <>Dispute lost: {renderAmount(event)} withdrawn, access ended</>,
  },
  'cohort-cancelled': {
    Icon: CalendarX,
    renderText: ({ by }) => (
      <>
        <bdi>{by}</bdi> cancelled these dates
      </>
    ),
    renderNote: renderReason,
  },
}

function formatMinutes(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

export function OrderEvents({ events }: { events: TimelineEvent[] }) {
  return (
    <ol className={styles.events}>
      {events.map((event) => {
        const { Icon, renderText, renderNote } = EVENT_DISPLAYS[event.what]
        const noteContent = renderNote?.(event)
        return (
          <li
            key={[event.what, event.at, event.text, event.method, event.amount?.amount].join()}
            className={event.what === 'paid' ? styles.good : undefined}
          >
            <Icon size={16} aria-hidden />
            <span>{renderText(event)}</span>
            <When at={event.at} zone="UTC" form="short" />
            {noteContent && <small>{noteContent}</small>}
          </li>
        )
      })}
    </ol>
  )
}
