/** A price as it reads elsewhere: shown beside the price, never charged. Contract §5, price rule 8. */
import { type Currency, decimalsOf } from './currency.ts'
import { type Money, money } from './money.ts'

/** `perUsd` is a decimal text (`58.4`); `stepMinor` the currency's habit, in its minor units: PHP is read in hundreds. */
export type Rate = { currency: Currency; perUsd: string; stepMinor: number }

/** Rates are for this currency, and so are all charges. */
const HOME: Currency = 'USD'

/** Decimals of a rate that count; the database keeps as many. */
const RATE_DECIMALS = 6

/**
 * Rounds once, to the nearest step, half a step upward; what costs something never reads as nothing.
 * Without a rate, and for a price in another currency than the rates are for, it is the price itself.
 */
export function localPrice(price: Money, rate: Rate | null): Money {
  if (!rate || price.currency !== HOME) return price
  const exact = BigInt(price.minor) * scaled(rate.perUsd) * 10n ** BigInt(decimalsOf(rate.currency))
  const step = 10n ** BigInt(RATE_DECIMALS + decimalsOf(HOME)) * BigInt(rate.stepMinor)
  const steps = Number((2n * exact + step) / (2n * step))
  return money(Math.max(steps, price.minor > 0 ? 1 : 0) * rate.stepMinor, rate.currency)
}

/** What to multiply US dollars with, or a local amount to get back to them; 1 without a rate. For display alone. */
export function multiplierOf(rate: Rate | null, isBackConversion: boolean): number {
  const perUsd = rate ? Number(rate.perUsd) : 1
  return isBackConversion ? 1 / perUsd : perUsd
}

/** @throws RangeError for what is no positive decimal number with at most six decimals */
function scaled(perUsd: string): bigint {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(perUsd) ?? []
  const value = whole === undefined ? 0n : BigInt(whole + fraction.padEnd(RATE_DECIMALS, '0'))
  if (value === 0n) throw new RangeError(`not a rate: ${perUsd}`)
  return value
}
