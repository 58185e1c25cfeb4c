import { decimalsOf } from '#domain/currency.ts'
import type { CourseCard } from '#features/catalog/wire.ts'
import { Money } from '#ui/money.tsx'
import { useLocalPrice, useMarket } from './market.tsx'
import styles from './price.module.css'

type Priced = Pick<CourseCard, 'price' | 'discountPrice' | 'beforeDiscountPrice' | 'currency'>

export function Charged({ course: { price, discountPrice, currency } }: { course: Priced }) {
  const charged = discountPrice ?? price
  const local = useLocalPrice()
  return <Money {...local(wireOf(charged, currency))} word={charged === 0 ? 'Free' : undefined} />
}

export function Before({ course: { price, discountPrice, beforeDiscountPrice, currency } }: { course: Priced }) {
  const before = beforeDiscountPrice ?? (discountPrice === null ? null : price)
  const local = useLocalPrice()
  return before === null ? null : <Money {...local(wireOf(before, currency))} before />
}

/** The price as it is charged, beside one that is told in another currency. */
export function InDollars({ course: { price, discountPrice, currency } }: { course: Priced }) {
  return <Money {...wireOf(discountPrice ?? price, currency)} />
}

/** Its place is kept, and says what is charged until the visitor's own money is known. */
export function LocalPrice({ course: { price, discountPrice, currency } }: { course: Priced }) {
  const { amount } = wireOf(discountPrice ?? price, currency)
  if (useMarket() || Number(amount) === 0) return null
  return (
    <small className={styles.local} data-local-price={amount}>
      in US dollars
    </small>
  )
}

function wireOf(major: number, currency: string) {
  return { amount: major.toFixed(decimalsOf(currency)), currency }
}
