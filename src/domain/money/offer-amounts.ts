/** The rules that hold between the amounts of an offer. docs/contract §39. */

/** In minor units of one currency. Null: the offer has none. */
export type OfferAmounts = {
  /** The list price of a seat. 0 is free. */
  price: number
  /** Shown struck through, never charged. */
  before: number | null
  /** Charged instead of the price, until its end. */
  early: number | null
  /** Due at once, where the buyer pays by deposit. */
  deposit: number | null
}
export type OfferFaults = Partial<Record<keyof OfferAmounts, string>>

/**
 * The faults by amount, each a sentence. None for amounts that an offer can have: the struck-through price is above the
 * price, the early price below it, and the deposit above zero and below all that is charged.
 */
export function listOfferFaults({ price, before, early, deposit }: OfferAmounts): OfferFaults {
  return {
    ...(before !== null && before <= price && { before: 'This has to be higher than the price' }),
    ...(early !== null && early >= price && { early: 'This has to be lower than the price' }),
    ...(deposit === 0 && { deposit: 'This has to be more than 0' }),
    ...(deposit !== null && deposit >= price && { deposit: 'This has to be lower than the price' }),
    ...(deposit !== null &&
      deposit < price &&
      early !== null &&
      deposit >= early && { deposit: 'This has to be lower than the early price' }),
  }
}
