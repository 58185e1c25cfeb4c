import { Armchair, CreditCard, Gift, LockKeyhole, type LucideIcon, Receipt, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RefundView } from '#sell/refunds/wire.ts'
import { Money } from '#ui/money.tsx'
import type { AdminSeat } from '../wire/orders.ts'
import styles from './refund-form.module.css'

type Props = { view: RefundView; seats: AdminSeat[]; hasDiscount: boolean; endsSeats?: boolean }

export const describeWindow = ({ windowPercent, isMoved }: RefundView): string =>
  `${windowPercent} %${isMoved ? ', because a session was moved or cancelled' : ''}`

/** Money that goes back through a provider, which takes days. */
const isCharged = (method: string) => method === 'card' || method === 'paypal'

export function RefundEffects({ view, seats, hasDiscount, endsSeats = false }: Props) {
  const endedSeatNumbers = view.lines.filter(({ endsSeat }) => endsSeat || endsSeats).map(({ seat }) => seat)
  const endedSeats = seats.filter(({ seat, state }) => endedSeatNumbers.includes(seat) && state === 'active')
  const remainingSeats = seats.filter(({ seat, state }) => !endedSeatNumbers.includes(seat) && state === 'active')
  const isPartialRefund = view.lines.some(
    ({ endsSeat, amount }) => !endsSeat && !endsSeats && Number(amount.amount) > 0,
  )
  return (
    <ul className={styles.effects} aria-label="What this does" aria-live="polite">
      {view.parts.length > 0 && (
        <Effect Icon={view.parts.some(({ method }) => isCharged(method)) ? CreditCard : Gift}>
          {view.parts.map(({ method, amount, card }) => (
            <span key={method}>
              <b>
                <Money {...amount} exact /> to{' '}
                {method === 'card' ? (card ? `${card.brand} ••${card.last4}` : 'the card') : TENDER_LABELS[method]}
              </b>
              {isCharged(method) ? ', in 5 to 10 days. ' : ', immediately. '}
            </span>
          ))}
        </Effect>
      )}
      {Number(view.waived.amount) > 0 && (
        <Effect Icon={Receipt}>
          <b>
            <Money {...view.waived} exact /> is no longer due.
          </b>
        </Effect>
      )}
      {endedSeats.length > 0 && (
        <>
          <Effect Icon={Armchair}>
            <b>{endedSeats.length === 1 ? 'One seat opens' : `${endedSeats.length} seats open`}</b> up for sale.
          </Effect>
          <Effect Icon={LockKeyhole}>
            <b>
              {formatSeatNames(endedSeats)} {endedSeats.length === 1 ? 'loses' : 'lose'} access
            </b>{' '}
            immediately.
          </Effect>
        </>
      )}
      {isPartialRefund && (
        <Effect Icon={Armchair}>
          <b>The seat stays,</b> because this is a partial refund. Use “End a seat” to end it.
        </Effect>
      )}
      {endedSeats.length > 0 && remainingSeats.length > 0 && (
        <Effect Icon={Users}>
          <b>
            {remainingSeats.length === 1
              ? 'The other keeps the seat'
              : `The other ${remainingSeats.length} keep their seats`}
            {hasDiscount && ' and the discount'}.
          </b>
        </Effect>
      )}
    </ul>
  )
}

const TENDER_LABELS = { paypal: 'PayPal', 'gift-card': 'the gift card', credit: 'the credit', none: 'nobody' } as const

export function Effect({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <li>
      <Icon size={17} aria-hidden /> <span>{children}</span>
    </li>
  )
}

const listFormat = new Intl.ListFormat('en-GB')
const formatSeatNames = (seats: AdminSeat[]) => listFormat.format(seats.map(getSeatName))

export function getSeatName({ name, email, seat }: AdminSeat): string {
  return name ?? email ?? `Seat ${seat}`
}
