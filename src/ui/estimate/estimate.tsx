/** What a charged amount is about in the visitor's currency. docs/contract §5, price rule 8. */
import { createContext, use, useEffect } from 'react'
import styles from './estimate.module.css'

type Amount = { amount: string; currency: string }
/** `words`: `about €343`. Null: none is shown. */
export type Estimator = (amount: Amount) => (Amount & { words: string }) | null
/**
 * Without an estimator, amounts are shown in US dollars alone. `load` is called by each amount that could have an
 * estimate, so that pages without one ask for no rate.
 */
export type VisitorRate = { estimate: Estimator | null; load?: () => void }

export const RateContext = createContext<VisitorRate>({ estimate: null })

export function useEstimate(amount: Amount): ReturnType<Estimator> {
  const { estimate, load } = use(RateContext)
  useEffect(() => load?.(), [load])
  return estimate && estimate(amount)
}

type Props = Amount & { isBelow?: boolean; isBare?: boolean }

/**
 * Behind an amount, `(about €343)`, bare in a sentence, or in a line below. Never on a button: it names what is charged.
 */
export function Estimate({ amount, currency, isBelow = false, isBare = false }: Props) {
  const estimate = useEstimate({ amount, currency })
  if (!estimate) return null
  return (
    <>
      {' '}
      <span
        className={`${styles.estimate} ${isBelow ? styles.below : ''}`}
        data-amount={estimate.amount}
        data-currency={estimate.currency}
        data-local-price={amount}
      >
        {isBelow || isBare ? estimate.words : `(${estimate.words})`}
      </span>
    </>
  )
}
