/** A promo code: what it takes off, and whether it may be used for something. Contract §3 and price rule 3. */
import type { Money } from './money.ts'

export type PromoCode = {
  code: string
  label: string
  off: { percent: number } | { amount: Money }
  /** The fewest seats it is good for. */
  minSeats: number
  appliesTo: { scope: 'all' | 'courses' | 'offers'; codes: readonly string[] }
  startsAt: Date | null
  expiresAt: Date | null
  /** Null: as often as anybody likes. */
  usesLeft: number | null
}

/** What it is to be used for, as far as that is known. Codes of any kind of the same thing belong together. */
export type Use = { courseCodes?: readonly string[]; offerCode?: string | undefined; seats?: number | undefined }

/** Whether the code is good for that, now. What is not known yet is not held against it. */
export function isGoodFor(promo: PromoCode, { courseCodes, offerCode, seats }: Use, now: Date): boolean {
  const isInTime = (!promo.startsAt || promo.startsAt <= now) && (!promo.expiresAt || now < promo.expiresAt)
  const isLeft = promo.usesLeft === null || promo.usesLeft > 0
  return (
    isInTime && isLeft && (seats === undefined || seats >= promo.minSeats) && isWithin(promo, courseCodes, offerCode)
  )
}

function isWithin({ appliesTo: { scope, codes } }: PromoCode, courseCodes: Use['courseCodes'], offerCode?: string) {
  if (scope === 'courses') return !courseCodes || courseCodes.some((code) => codes.includes(code))
  if (scope === 'offers') return !offerCode || codes.includes(offerCode)
  return true
}
