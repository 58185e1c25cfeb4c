import { decimalsOf } from '#domain/currency.ts'
import type { CourseCard } from '#features/catalog/wire.ts'
import { Money } from '#ui/money.tsx'

type Priced = Pick<CourseCard, 'price' | 'discountPrice' | 'beforeDiscountPrice' | 'currency'>

export function Charged({ course: { price, discountPrice, currency } }: { course: Priced }) {
  const charged = discountPrice ?? price
  return (
    <Money
      amount={charged.toFixed(decimalsOf(currency))}
      currency={currency}
      word={charged === 0 ? 'Free' : undefined}
    />
  )
}

export function Before({ course: { price, discountPrice, beforeDiscountPrice, currency } }: { course: Priced }) {
  const before = beforeDiscountPrice ?? (discountPrice === null ? null : price)
  return before === null ? null : <Money amount={before.toFixed(decimalsOf(currency))} currency={currency} before />
}
