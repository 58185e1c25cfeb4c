import { decimalsOf } from '#domain/currency.ts'
import type { CourseCard } from '#features/catalog/wire.ts'
import { Money } from '#ui/money.tsx'
import { useLocalPrice } from './market.tsx'

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

function wireOf(major: number, currency: string) {
  return { amount: major.toFixed(decimalsOf(currency)), currency }
}
