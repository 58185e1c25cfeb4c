import { Armchair, CreditCard, Gift, LockKeyhole, type LucideIcon, Receipt, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RefundView } from '#features/checkout/wire/refund.ts'
import { Money } from '#ui/money.tsx'
import type { Seat } from '../wire/orders.ts'
import styles from './refund-form.module.css'

type Props = { view: RefundView; seats: Seat[]; hasDiscount: boolean; endsAnyway?: boolean }

export function RefundEffects({ view, seats, hasDiscount, endsAnyway = false }: Props) {
  const ends = view.lines.filter(({ endsSeat }) => endsSeat || endsAnyway).map(({ seat }) => seat)
  const leaving = seats.filter(({ seat, state }) => ends.includes(seat) && state === 'active')
  const staying = seats.filter(({ seat, state }) => !ends.includes(seat) && state === 'active')
  const inPart = view.lines.some(({ endsSeat, amount }) => !endsSeat && !endsAnyway && Number(amount.amount) > 0)
  return (
    <ul className={styles.effects} aria-label="What this does" aria-live="polite">
      {view.parts.length > 0 && (
        <Effect Icon={view.parts.some(({ method }) => method === 'card') ? CreditCard : Gift}>
          {view.parts.map(({ method, amount, card }) => (
            <span key={method}>
              <b>
                <Money {...amount} exact /> to{' '}
                {method === 'card' ? (card ? `${card.brand} ••${card.last4}` : 'the card') : TENDER[method]}
              </b>
              {method === 'card' ? ', in 5 to 10 days. ' : ', at once. '}
            </span>
          ))}
        </Effect>
      )}
      {Number(view.waived.amount) > 0 && (
        <Effect Icon={Receipt}>
          <b>
            <Money {...view.waived} exact /> is no longer to be paid.
          </b>
        </Effect>
      )}
      {leaving.length > 0 && (
        <>
          <Effect Icon={Armchair}>
            <b>{leaving.length === 1 ? 'One seat opens' : `${leaving.length} seats open`}</b> for others.
          </Effect>
          <Effect Icon={LockKeyhole}>
            <b>
              {listOf(leaving)} {leaving.length === 1 ? 'loses' : 'lose'} the course
            </b>{' '}
            at once.
          </Effect>
        </>
      )}
      {inPart && (
        <Effect Icon={Armchair}>
          <b>The seat stays,</b> since part of the money does. “End a seat” ends it too.
        </Effect>
      )}
      {leaving.length > 0 && staying.length > 0 && (
        <Effect Icon={Users}>
          <b>
            {staying.length === 1 ? 'The other keeps the seat' : `The other ${staying.length} keep their seats`}
            {hasDiscount && ' and the discount'}.
          </b>
        </Effect>
      )}
    </ul>
  )
}

const TENDER = { 'gift-card': 'the gift card', credit: 'the credit', none: 'nobody' } as const

export function Effect({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <li>
      <Icon size={17} aria-hidden /> <span>{children}</span>
    </li>
  )
}

const listFormat = new Intl.ListFormat('en-GB')
const listOf = (seats: Seat[]) => listFormat.format(seats.map(nameOf))

export function nameOf({ name, email, seat }: Seat): string {
  return name ?? email ?? `Seat ${seat}`
}
