/** The least that a card is charged, in minor units: providers take nothing below it. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
import type { Money } from './money.ts'

/** Of what this product charges in. Price rule 8. */
const LEAST: Readonly<Record<string, number>> = { USD: 50 }

/** Zero where none is known. */
export function smallestCharge(currency: string): number {
  return LEAST[currency] ?? 0
}

/** Whether a card can be charged this much. */
export function isChargeable({ minor, currency }: Money): boolean {
  return minor > 0 && minor >= smallestCharge(currency)
}
