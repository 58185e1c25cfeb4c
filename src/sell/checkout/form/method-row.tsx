import { CreditCard } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './form.module.css'
import type { ChangeChoice, PayChoice, PayMethod } from './pay-choice.ts'

type Props = {
  choice: PayChoice
  onChoose: ChangeChoice
  method: PayMethod
  isOnly?: boolean
  children: ReactNode
}

export function MethodRow({ choice, onChoose, method, isOnly, children }: Props) {
  if (isOnly)
    return (
      <p className={styles.method}>
        {method === 'card' && <CreditCard size={20} />} {children}
      </p>
    )
  return (
    <label className={styles.method}>
      <input
        type="radio"
        name="paymentMethod"
        value={method}
        checked={choice.method === method}
        onChange={() => onChoose({ method })}
      />{' '}
      {children}
    </label>
  )
}
