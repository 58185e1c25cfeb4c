import { Ban, Check, MailOpen } from 'lucide-react'
import { focusArrival } from '#ui/arrival.ts'
import { Chip } from '#ui/chip.tsx'
import { When } from '#ui/when.tsx'
import type { OrderView } from '../wire/order.ts'
import type { Place } from './about.ts'
import { type OrderOutcome, outcomeOf, reasonOf, seatsLeft } from './order-outcome.ts'
import styles from './receipt.module.css'
import { seatsInWords } from './seats-in-words.ts'
import { isOverNothing } from './sums.tsx'

type Props = { order: OrderView; place: Place; zone: string; email: string | null }

export function ReceiptHead({ order, place, zone, email }: Props) {
  const outcome = outcomeOf(order)
  return (
    <div className={styles.head}>
      <p className={styles.line}>
        <OutcomeChip outcome={outcome} />
        <span>
          Order {order.orderNumber}, <When at={order.placedAt} zone={zone} form="date-year" />,{' '}
          <When at={order.placedAt} zone={zone} form="time" />
        </span>
      </p>
      <h1 ref={focusArrival} tabIndex={-1}>
        {titleOf(order, outcome, place)}
      </h1>
      <Lead order={order} outcome={outcome} email={email} />
    </div>
  )
}

function OutcomeChip({ outcome }: { outcome: OrderOutcome }) {
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
  return (
    <Chip tone="good">
      <Check size={14} /> Complete
    </Chip>
  )
}

function titleOf(order: OrderView, outcome: OrderOutcome, place: Place): string {
  const count = order.lines.length
  const left = seatsLeft(order)
  switch (outcome) {
    case 'to-confirm':
      return 'One more step.'
    case 'cancelled':
      return 'These dates were cancelled'
    case 'ended':
      return count === 1 ? `Your ${place} was cancelled` : `Your ${place}s were cancelled`
    case 'changed':
      return `${seatsInWords(left)} of your ${seatsInWords(count).toLowerCase()} ${place}s ${left === 1 ? 'is' : 'are'} booked`
    case 'booked':
      return `You’re in.${togetherIn(count)}`
  }
}

function togetherIn(count: number): string {
  if (count < 2) return ''
  return count === 2 ? ' Both of you.' : ` All ${seatsInWords(count).toLowerCase()} of you.`
}

function Lead({ order, outcome, email }: Pick<Props, 'order' | 'email'> & { outcome: OrderOutcome }) {
  const address = email ?? 'your e-mail address'
  if (outcome === 'to-confirm')
    return <p>We’ve e-mailed {address}. Click the button in that e-mail to confirm your place.</p>
  if (outcome === 'cancelled') return <p>We’re sorry.{reasonOf(order)} You don’t need to do anything.</p>
  if (outcome === 'ended') return <p>You don’t need to do anything.</p>
  if (outcome === 'changed') return <p>The other seats stay booked, at the price that was paid for them.</p>
  const what = isOverNothing(order) ? 'Your welcome' : 'The receipt'
  return (
    <p>
      {what} is on its way to {address}.
    </p>
  )
}
