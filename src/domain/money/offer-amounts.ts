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

/** The amounts that a fault of an amount compares. */
const COMPARED: Record<keyof OfferAmounts, readonly (keyof OfferAmounts)[]> = {
  price: ['price'],
  before: ['before', 'price'],
  early: ['early', 'price'],
  deposit: ['deposit', 'price', 'early'],
}

/**
 * As `listOfferFaults`, without the faults of amounts that stay as they are: files can have a deposit that is as high as
 * the price, and another field can be changed beside it.
 *
 * @param stored null: a new offer
 */
export function listChangeFaults(amounts: OfferAmounts, stored: OfferAmounts | null): OfferFaults {
  const isKept = (name: keyof OfferAmounts) =>
    stored !== null && COMPARED[name].every((other) => amounts[other] === stored[other])
  return Object.fromEntries(
    Object.entries(listOfferFaults(amounts)).filter(([name]) => !isKept(name as keyof OfferAmounts)),
  )
}
