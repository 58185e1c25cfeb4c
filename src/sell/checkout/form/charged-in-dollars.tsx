import { formatEstimate } from '#domain/money/local-price.ts'
import { toDecimal } from '#domain/money/money.ts'
import { useEstimate } from '#ui/estimate.tsx'

/** Below the button that pays, which names the charged dollars alone. */
export function ChargedInDollars(amount: { amount: string; currency: string }) {
  const estimate = useEstimate(amount)
  if (!estimate) return null
  return (
    <>
      Charged in US dollars,{' '}
      <span data-amount={toDecimal(estimate)} data-currency={estimate.currency} data-local-price={amount.amount}>
        {formatEstimate(estimate)}
      </span>
      .{' '}
    </>
  )
}
