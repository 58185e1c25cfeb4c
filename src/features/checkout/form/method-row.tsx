import { CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReusableCardView } from '#features/accounts/wire/reusable-cards.ts'
import styles from './form.module.css'

/** `own-card`: the buyer's card of an earlier order. */
export type PayChoice = { method: 'card' | 'paypal' | 'own-card'; ownCard: ReusableCardView | null }
export type ChangeChoice = (change: (before: PayChoice) => PayChoice) => void

type Props = {
  choice: PayChoice
  onChoose: ChangeChoice
  method: PayChoice['method']
  isOnly?: boolean
  children: ReactNode
}

export function MethodRow({ choice, onChoose, method, isOnly, children }: Props) {
  if (isOnly)
    return (
      <p className={styles.method}>
        <CreditCard size={20} /> {children}
      </p>
    )
  return (
    <label className={styles.method}>
      <input
        type="radio"
        name="paymentMethod"
        value={method}
        checked={choice.method === method}
        onChange={() => onChoose((before) => ({ ...before, method }))}
      />{' '}
      {children}
    </label>
  )
}
