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
import { Money } from '#ui/money.tsx'
import { When } from '#ui/when.tsx'
import type { Happening } from '../wire/orders.ts'
import styles from './order-side.module.css'

const METHODS = { card: 'Card', 'gift-card': 'Gift card', credit: 'Credit', none: 'Free' } as const
const FAILURES: Record<string, string> = {
  card_declined: 'card declined',
  insufficient_funds: 'not enough money on the card',
  expired_card: 'card expired',
  incorrect_cvc: 'wrong security code',
  challenge_refused: 'not confirmed at the bank',
  SOLD_OUT_REFUNDED: 'the last seat was gone, so all of it goes back',
  ALREADY_ENROLLED_REFUNDED: 'already enrolled, so all of it goes back',
  ORDER_CLOSED_REFUNDED: 'the buyer deleted their account, so all of it goes back',
}

type Words = { Icon: LucideIcon; says: (event: Happening) => ReactNode; note?: (event: Happening) => ReactNode }

const sum = ({ amount }: Happening) => amount && <Money {...amount} exact />
const method = (event: Happening) => (event.method ? METHODS[event.method] : '')
const failure = ({ text }: Happening) => (text && FAILURES[text]) || 'no reason told'
const reason = ({ text }: Happening) => text && `“${text}”`

const cause = ({ text }: Happening) => text && `Reason: ${text.replaceAll('_', ' ')}`

const EVENTS: Record<Happening['what'], Words> = {
  placed: { Icon: ShoppingBag, says: (event) => <>Order placed, {sum(event)}</> },
  'sent-to-bank': { Icon: Hourglass, says: (event) => <>Sent to the bank, {sum(event)}</> },
  'set-aside': {
    Icon: Hourglass,
    says: (event) => (
      <>
        {method(event)}: {sum(event)} set aside
      </>
    ),
  },
  paid: {
    Icon: CircleCheck,
    says: (event) => (
      <>
        {event.text ?? method(event)} paid {sum(event)}
      </>
    ),
    note: ({ seen }) => seen && `Seen by ${seen.by}, ${seen.seconds} s after it was sent`,
  },
  declined: { Icon: CircleX, says: (event) => <>Declined: {failure(event)}</> },
  'attempt-ended': { Icon: CircleX, says: () => 'Not paid in time' },
  'cannot-keep': { Icon: Undo2, says: (event) => <>Paid, but {failure(event)}</> },
  enrolled: { Icon: Armchair, says: () => 'Seats taken, buyer enrolled' },
  lapsed: { Icon: Clock, says: () => 'Seats let go, not paid' },
  superseded: { Icon: Clock, says: () => 'Replaced by a newer order' },
  invited: { Icon: Mail, says: ({ text }) => `${text} invited` },
  accepted: { Icon: UserPlus, says: ({ text }) => `${text} took the seat` },
  mailed: { Icon: Mail, says: ({ text }) => `Mail: ${text}` },
  'receipt-asked': { Icon: Mail, says: ({ by }) => `${by} had the receipt sent again`, note: reason },
  paused: { Icon: Clock, says: () => 'Paused: the balance is overdue' },
  'refund-asked': {
    Icon: Undo2,
    says: (event) => (
      <>
        {event.by} refunded {sum(event)}
      </>
    ),
    note: reason,
  },
  'refund-waits': {
    Icon: Hourglass,
    says: (event) => (
      <>
        {method(event)}: {sum(event)} queued, the provider has not taken it yet
      </>
    ),
  },
  'refund-sent': {
    Icon: Undo2,
    says: (event) => (
      <>
        {method(event)}: {sum(event)} sent back
      </>
    ),
  },
  'refund-at-provider': { Icon: Undo2, says: (event) => <>{sum(event)} sent back in the provider’s own dashboard</> },
  'refund-decided': {
    Icon: Undo2,
    says: (event) => (
      <>
        {event.by} said whose the {sum(event)} was
      </>
    ),
    note: reason,
  },
  'refund-failed': {
    Icon: CircleX,
    says: (event) => (
      <>
        {method(event)}: {sum(event)} could not be paid back, the money is with the provider again
      </>
    ),
  },
  'refund-again': {
    Icon: Hourglass,
    says: (event) => (
      <>
        {event.by} had {sum(event)} sent again
      </>
    ),
  },
  'refund-dropped': {
    Icon: CircleX,
    says: (event) => <>{sum(event)} not sent: what went back at the provider stands for it</>,
  },
  'seat-ended': {
    Icon: UserX,
    says: ({ by }) => (by ? `${by} ended a seat` : 'A seat ended'),
    note: ({ text }) => text,
  },
  'dispute-inquiry': {
    Icon: BadgeAlert,
    says: (event) => <>The card holder’s bank asks about {sum(event)}</>,
    note: cause,
  },
  'dispute-opened': {
    Icon: BadgeAlert,
    says: (event) => <>The card holder’s bank disputes {sum(event)}, access frozen</>,
    note: cause,
  },
  'dispute-closed': { Icon: CircleCheck, says: () => 'The bank closed it, no money taken' },
  'dispute-won': { Icon: CircleCheck, says: (event) => <>Dispute won, {sum(event)} comes back</> },
  'dispute-lost': { Icon: CircleX, says: (event) => <>Dispute lost, {sum(event)} and access gone</> },
  'cohort-cancelled': { Icon: CalendarX, says: ({ by }) => `${by} cancelled these dates`, note: reason },
}

export function OrderEvents({ events }: { events: Happening[] }) {
  return (
    <ol className={styles.events}>
      {events.map((event) => {
        const { Icon, says, note } = EVENTS[event.what]
        const told = note?.(event)
        return (
          <li
            key={[event.what, event.at, event.text, event.method, event.amount?.amount].join()}
            className={event.what === 'paid' ? styles.good : undefined}
          >
            <Icon size={16} aria-hidden />
            <span>{says(event)}</span>
            <When at={event.at} zone="UTC" form="short" />
            {told && <small>{told}</small>}
          </li>
        )
      })}
    </ol>
  )
}
