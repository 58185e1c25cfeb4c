import type { CourseCard, CourseDefinition } from '#catalogue/catalog/wire.ts'
import { getDecimals } from '#domain/money/currency.ts'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import { hasLocalRate, useLocalPrice, useMarket } from '../market/market.tsx'
import styles from './price.module.css'

type PricedCourse = Pick<CourseCard, 'price' | 'discountPrice' | 'beforeDiscountPrice' | 'currency'>

export function ChargedPrice({ course: { price, discountPrice, currency } }: { course: PricedCourse }) {
  const chargedPrice = discountPrice ?? price
  const toLocalPrice = useLocalPrice()
  return <Money {...toLocalPrice(toMoney(chargedPrice, currency))} label={chargedPrice === 0 ? 'Free' : undefined} />
}

export function PriceBeforeDiscount({
  course: { price, discountPrice, beforeDiscountPrice, currency },
}: {
  course: PricedCourse
}) {
  const priceBefore = beforeDiscountPrice ?? (discountPrice === null ? null : price)
  const toLocalPrice = useLocalPrice()
  return priceBefore === null ? null : <Money {...toLocalPrice(toMoney(priceBefore, currency))} before />
}

/** The charged price in dollars: beside an estimate in another currency, and on each button that leads to the checkout. */
export function PriceInDollars({ course: { price, discountPrice, currency } }: { course: PricedCourse }) {
  return <Money {...toMoney(discountPrice ?? price, currency)} />
}

/** Reserves space for the local price. Shows the charged currency until the visitor's currency is known. */
export function LocalPrice({ course: { price, discountPrice, currency } }: { course: PricedCourse }) {
  const { amount } = toMoney(discountPrice ?? price, currency)
  if (useMarket() || Number(amount) === 0) return null
  return (
    <small className={styles.local} data-local-price={amount}>
      in US dollars
    </small>
  )
}

type DepositProps = { deposit: NonNullable<CourseDefinition['deposit']>; zone: string }

/** @param zone shown until the visitor's zone is known */
export function DepositTerms({ deposit: { dueNow, dueLater, dueAt }, zone }: DepositProps) {
  return (
    <>
      or <LocalAndCharged amount={dueNow} /> today and <LocalAndCharged amount={dueLater} /> on{' '}
      <When at={dueAt} zone={zone} form="date" />
    </>
  )
}

/** On the pages of a market the estimate comes first, and the charged amount follows. */
function LocalAndCharged({ amount }: { amount: DepositProps['deposit']['dueNow'] }) {
  const toLocalPrice = useLocalPrice()
  if (!hasLocalRate(useMarket())) return <Money {...amount} />
  return (
    <>
      <Money {...toLocalPrice(amount)} /> (<Money {...amount} />)
    </>
  )
}

function toMoney(major: number, currency: string) {
  return { amount: major.toFixed(getDecimals(currency)), currency }
}
