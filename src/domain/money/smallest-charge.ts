/** The minimum amount of a card charge, in minor units. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
import type { Money } from './money.ts'

/** By currency of our charges. Price rule 8. */
const MINIMUM_CHARGES: Readonly<Record<string, number>> = { USD: 50 }

/** Zero when no minimum is known. */
export function getMinimumCharge(currency: string): number {
  return MINIMUM_CHARGES[currency] ?? 0
}

/** Whether a card can be charged this much. */
export function isChargeable({ minor, currency }: Money): boolean {
  return minor > 0 && minor >= getMinimumCharge(currency)
}
