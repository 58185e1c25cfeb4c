/**
 * Money: a whole number of minor units and its currency. No fractions, no floats; a sum over two
 * currencies is a mistake of ours and throws. Contract §2 and price rule 1.
 */
import { type Currency, decimalsOf } from './currency.ts'

export type Money = { readonly minor: number; readonly currency: Currency }

/** @throws RangeError when `minor` is not a safe whole number */
export function money(minor: number, currency: Currency): Money {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`not whole minor units: ${minor}`)
  decimalsOf(currency)
  return { minor: minor === 0 ? 0 : minor, currency }
}

export function zero(currency: Currency): Money {
  return money(0, currency)
}

export function add(a: Money, b: Money): Money {
  return money(a.minor + sameCurrency(a, b).minor, a.currency)
}

export function subtract(a: Money, b: Money): Money {
  return money(a.minor - sameCurrency(a, b).minor, a.currency)
}

export function times(a: Money, whole: number): Money {
  if (!Number.isSafeInteger(whole)) throw new RangeError(`not a whole number: ${whole}`)
  return money(a.minor * whole, a.currency)
}

export function smaller(a: Money, b: Money): Money {
  return sameCurrency(a, b).minor < a.minor ? b : a
}

export function larger(a: Money, b: Money): Money {
  return sameCurrency(a, b).minor > a.minor ? b : a
}

/** `percent` hundredths of it, to the nearest minor unit, half a unit up. For amounts that are not negative. */
export function percentOf(amount: Money, percent: number): Money {
  const hundredths = BigInt(amount.minor) * BigInt(percent)
  return money(Number((hundredths + 50n) / 100n), amount.currency)
}

export function equal(a: Money, b: Money): boolean {
  return a.minor === sameCurrency(a, b).minor
}

/** `399.00`, with the currency's own number of decimals. */
export function toDecimal({ minor, currency }: Money): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return `${minor < 0 ? '-' : ''}${whole}${decimals ? `.${digits.slice(-decimals)}` : ''}`
}

/** @throws RangeError for anything but a decimal number with at most the currency's decimals, whole in minor units */
export function fromDecimal(amount: string, currency: Currency): Money {
  const decimals = decimalsOf(currency)
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,16})(?:\.(\d{1,3}))?$/.exec(amount) ?? []
  if (whole === undefined || fraction.length > decimals) throw new RangeError(`not an amount of ${currency}: ${amount}`)
  return money(Number(`${sign}${whole}${fraction.padEnd(decimals, '0')}`), currency)
}

/** As every computed amount is sent. Contract §2. */
export function toWire(amount: Money): { amount: string; currency: Currency } {
  return { amount: toDecimal(amount), currency: amount.currency }
}

/** In major units, for the display fields of a course alone: 399 or 399.5. Never to be computed with. */
export function toMajor(amount: Money): number {
  return Number(toDecimal(amount))
}

function sameCurrency(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new RangeError(`mixed currencies: ${a.currency} and ${b.currency}`)
  return b
}
