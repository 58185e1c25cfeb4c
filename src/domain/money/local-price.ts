/**
 * Estimated prices in the visitor's currency: shown beside the price, never charged. docs/contract §5, price rule 8.
 */
import { type Currency, getDecimals } from './currency.ts'
import { formatWithSymbol, type Money, money } from './money.ts'

/**
 * `perUsd` is a decimal text (`58.4`). `stepMinor` is the usual rounding step in minor units: PHP prices end in
 * hundreds.
 */
export type ExchangeRate = { currency: Currency; perUsd: string; stepMinor: number }

/** The currency of all charges, and the base of all rates. */
const BASE_CURRENCY: Currency = 'USD'

/** Decimals of a rate, as many as the database column has. */
const RATE_DECIMALS = 6

/**
 * Rounds once, to the nearest step, half a step up. A price above zero never becomes zero. Returns the price itself
 * without a rate, and for a price in another currency than the base of the rates.
 */
export function toLocalPrice(price: Money, rate: ExchangeRate | null): Money {
  if (!rate || price.currency !== BASE_CURRENCY) return price
  const { exact, step } = measure(price, rate)
  const steps = Number((2n * exact + step) / (2n * step))
  return money(Math.max(steps, price.minor > 0 ? 1 : 0) * rate.stepMinor, rate.currency)
}

/** Null where none is shown: without a rate, for nothing, and for what is worth less than a step of the currency. */
export function toEstimate(price: Money, rate: ExchangeRate | null): Money | null {
  if (!rate || price.currency !== BASE_CURRENCY || price.minor <= 0) return null
  const { exact, step } = measure(price, rate)
  return exact < step ? null : toLocalPrice(price, rate)
}

/** `about €343`. It never reads like an exact amount. */
export function formatEstimate(estimate: Money, format: (amount: Money) => string = formatForeign): string {
  return `about ${format(estimate).replace(/\.0+$/, '')}`
}

/** `€343`, but `A$555` and `SGD 545`: the bare `$` is that of the charged US dollars. */
function formatForeign(amount: Money): string {
  const narrow = formatWithSymbol(amount)
  return narrow.startsWith('$') ? formatWithSymbol(amount, 'symbol') : narrow
}

/** The exact value and one step of the currency, in the same tiny unit. */
function measure(price: Money, rate: ExchangeRate): { exact: bigint; step: bigint } {
  return {
    exact: BigInt(price.minor) * parseRate(rate.perUsd) * 10n ** BigInt(getDecimals(rate.currency)),
    step: 10n ** BigInt(RATE_DECIMALS + getDecimals(BASE_CURRENCY)) * BigInt(rate.stepMinor),
  }
}

/** The factor from US dollars to the local currency, or back; 1 without a rate. Only for display. */
export function getMultiplier(rate: ExchangeRate | null, isBackConversion: boolean): number {
  const perUsd = rate ? Number(rate.perUsd) : 1
  return isBackConversion ? 1 / perUsd : perUsd
}

/** @throws RangeError when the text is not a positive decimal number with at most six decimals */
function parseRate(perUsd: string): bigint {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(perUsd) ?? []
  const value = whole === undefined ? 0n : BigInt(whole + fraction.padEnd(RATE_DECIMALS, '0'))
  if (value === 0n) throw new RangeError(`not a rate: ${perUsd}`)
  return value
}
