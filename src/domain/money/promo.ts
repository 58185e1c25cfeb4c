/** A promo code: its discount, and the orders it applies to. docs/contract §3 and price rule 3. */
import type { Money } from './money.ts'

export type PromoCode = {
  code: string
  label: string
  off: { percent: number } | { amount: Money }
  /** The minimum number of seats. */
  minSeats: number
  appliesTo: { scope: 'all' | 'courses' | 'offers'; codes: readonly string[] }
  startsAt: Date | null
  expiresAt: Date | null
  /** Null: no limit. */
  usesLeft: number | null
}

/** The known details of the intended use. All course codes belong to the same course. */
export type PromoUse = { courseCodes?: readonly string[]; offerCode?: string | undefined; seats?: number | undefined }

/** Whether the code applies now. Unknown details do not count against it. */
export function isPromoApplicable(promo: PromoCode, { courseCodes, offerCode, seats }: PromoUse, now: Date): boolean {
  const isCurrent = (!promo.startsAt || promo.startsAt <= now) && (!promo.expiresAt || now < promo.expiresAt)
  const hasUsesLeft = promo.usesLeft === null || promo.usesLeft > 0
  return (
    isCurrent &&
    hasUsesLeft &&
    (seats === undefined || seats >= promo.minSeats) &&
    isInScope(promo, courseCodes, offerCode)
  )
}

function isInScope(
  { appliesTo: { scope, codes } }: PromoCode,
  courseCodes: PromoUse['courseCodes'],
  offerCode?: string,
) {
  if (scope === 'courses') return !courseCodes || courseCodes.some((code) => codes.includes(code))
  if (scope === 'offers') return !offerCode || codes.includes(offerCode)
  return true
}
