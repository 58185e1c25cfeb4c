import { Estimate, useEstimate } from '#ui/estimate/estimate.tsx'

/** Below the button that pays, which names the charged dollars alone. */
export function ChargedInDollars(amount: { amount: string; currency: string }) {
  return (
    useEstimate(amount) && (
      <>
        Charged in US dollars,
        <Estimate {...amount} isBare />.{' '}
      </>
    )
  )
}
