/** What a charged amount is about in the visitor's currency. docs/contract §5, price rule 8. */
import { createContext, use, useEffect } from 'react'
import { type ExchangeRate, formatEstimate, toEstimate } from '#domain/money/local-price.ts'
import { fromDecimal, type Money, toDecimal } from '#domain/money/money.ts'
import styles from './estimate.module.css'

/**
 * The rate of the visitor's country. Null: amounts are shown in US dollars alone. `load` is called by each amount that
 * could have an estimate, so that pages without one ask for no rate.
 */
export const RateContext = createContext<VisitorRate>({ rate: null })
export type VisitorRate = { rate: ExchangeRate | null; load?: () => void }

type Amount = { amount: string; currency: string }

export function useEstimate({ amount, currency }: Amount): Money | null {
  const { rate, load } = use(RateContext)
  useEffect(() => load?.(), [load])
  return rate && toEstimate(fromDecimal(amount, currency), rate)
}

/** Behind an amount, `(about €343)`, or in a line of its own, `about €343`. Never on a button: it names what is charged. */
export function Estimate({ amount, currency, isBelow = false }: Amount & { isBelow?: boolean }) {
  const estimate = useEstimate({ amount, currency })
  if (!estimate) return null
  const marks = { 'data-amount': toDecimal(estimate), 'data-currency': estimate.currency, 'data-local-price': amount }
  if (isBelow)
    return (
      <small className={`${styles.estimate} ${styles.below}`} {...marks}>
        {formatEstimate(estimate)}
      </small>
    )
  return (
    <>
      {' '}
      <span className={styles.estimate} {...marks}>
        ({formatEstimate(estimate)})
      </span>
    </>
  )
}
