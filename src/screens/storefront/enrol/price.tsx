import type { CourseCard, CourseDefinition } from '#catalogue/catalog/wire.ts'
import { getDecimals } from '#domain/money/currency.ts'
import { When } from '#ui/local-time.tsx'
import { Money } from '#ui/money.tsx'
import { hasLocalRate, useLocalPrice, useMarket } from '../market/market.tsx'
import styles from './price.module.css'

type PricedCourse = Pick<CourseCard, 'price' | 'discountPrice' | 'beforeDiscountPrice' | 'currency'>

export function ChargedPrice({ course: { price, discountPrice, currency } }: { course: PricedCourse }) {
  const chargedPrice = discountPrice ?? price
  if (chargedPrice === 0) return <Money {...toMoney(0, currency)} label="Free" />
  return <MarketAmount {...toMoney(chargedPrice, currency)} />
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

/** The other half of a price: an estimate beside the charged dollars, and these beside the estimate of a market. */
export function LocalPrice({ course }: { course: PricedCourse }) {
  const market = useMarket()
  const amount = getChargedAmount(course)
  if (Number(amount) === 0) return null
  if (hasLocalRate(market))
    return (
      <small className={styles.local}>
        <PriceInDollars course={course} />, charged in US dollars
      </small>
    )
  return <LocalPriceSlot amounts={[amount]} />
}

/** Reserves space for estimates. Shows the charged currency until the visitor's currency is known. */
export function LocalPriceSlot({ amounts, isInLine = false }: { amounts: string[]; isInLine?: boolean }) {
  return (
    <small className={isInLine ? styles.inLine : styles.local} data-local-price={amounts.join(' ')}>
      in US dollars
    </small>
  )
}

/** On the pages of a market the estimate in its currency, else the charged amount. */
export function MarketAmount(amount: { amount: string; currency: string }) {
  const toLocalPrice = useLocalPrice()
  if (!hasLocalRate(useMarket())) return <Money {...amount} />
  return (
    <>
      <small className={styles.about}>about</small> <Money {...toLocalPrice(amount)} />
    </>
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
  if (!hasLocalRate(useMarket())) return <Money {...amount} />
  return (
    <>
      <MarketAmount {...amount} /> (<Money {...amount} />)
    </>
  )
}

export const getChargedAmount = ({ price, discountPrice, currency }: PricedCourse): string =>
  toMoney(discountPrice ?? price, currency).amount

function toMoney(major: number, currency: string) {
  return { amount: major.toFixed(getDecimals(currency)), currency }
}
