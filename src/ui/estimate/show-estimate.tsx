import { type ExchangeRate, formatEstimate, toEstimate } from '#domain/money/local-price.ts'
import { fromDecimal, toDecimal } from '#domain/money/money.ts'
import type { EstimateProps, VisitorRate } from './estimate.tsx'
import styles from './show-estimate.module.css'

export function createShow(rate: ExchangeRate | null): VisitorRate['show'] {
  return rate && ((props) => <ShownEstimate {...props} rate={rate} />)
}

function ShownEstimate({ amount, currency, form, rate }: EstimateProps & { rate: ExchangeRate }) {
  const estimate = toEstimate(fromDecimal(amount, currency), rate)
  if (!estimate) return null
  if (form === 'rule')
    return (
      <li>
        You are charged in {currency}. Amounts in {estimate.currency} are estimates; your bank sets the rate.
      </li>
    )
  const words = formatEstimate(estimate)
  const span = (
    <span
      className={`${styles.estimate} ${form === 'below' ? styles.below : ''}`}
      data-amount={toDecimal(estimate)}
      data-currency={estimate.currency}
      data-local-price={amount}
    >
      {form ? words : `(${words})`}
    </span>
  )
  return form === 'charge' ? <>Charged in US dollars, {span}. </> : <> {span}</>
}
