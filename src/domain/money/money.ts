/**
 * Money: a whole number of minor units and its currency. No fractions, no floats. Adding two currencies is a
 * programming mistake and throws. docs/contract §2 and price rule 1.
 */
import { type Currency, getDecimals } from './currency.ts'

export type Money = { readonly minor: number; readonly currency: Currency }

/** @throws RangeError when `minor` is not a safe whole number */
export function money(minor: number, currency: Currency): Money {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`not whole minor units: ${minor}`)
  getDecimals(currency)
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

export function times(a: Money, factor: number): Money {
  if (!Number.isSafeInteger(factor)) throw new RangeError(`not a whole number: ${factor}`)
  return money(a.minor * factor, a.currency)
}

export function smaller(a: Money, b: Money): Money {
  return sameCurrency(a, b).minor < a.minor ? b : a
}

/**
 * `percent` hundredths of the amount, to the nearest minor unit, half a unit up. Only for amounts that are not
 * negative.
 */
export function takePercent(amount: Money, percent: number): Money {
  const hundredths = BigInt(amount.minor) * BigInt(percent)
  return money(Number((hundredths + 50n) / 100n), amount.currency)
}

export function equal(a: Money, b: Money): boolean {
  return a.minor === sameCurrency(a, b).minor
}

/** `399.00`, with the currency's number of decimals. */
export function toDecimal({ minor, currency }: Money): string {
  const decimals = getDecimals(currency)
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return `${minor < 0 ? '-' : ''}${whole}${decimals ? `.${digits.slice(-decimals)}` : ''}`
}

const GROUPED = new Intl.NumberFormat('en-GB')

/** For PDFs: `USD 1,272.45`. */
export function formatMoney(amount: Money): string {
  const [whole = '', fraction] = toDecimal(money(Math.abs(amount.minor), amount.currency)).split('.')
  const grouped = GROUPED.format(Number(whole))
  const sign = amount.minor < 0 ? '-' : ''
  return `${amount.currency} ${sign}${fraction === undefined ? grouped : `${grouped}.${fraction}`}`
}

/** For e-mails, as pages show it: `$1,272.45`. */
export function formatWithSymbol(amount: Money, currencyDisplay: 'narrowSymbol' | 'symbol' = 'narrowSymbol'): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: amount.currency, currencyDisplay })
  return format.format(toDecimal(amount) as `${number}`)
}

/** @throws RangeError when the text is not a decimal number, or has more decimals than the currency */
export function fromDecimal(amount: string, currency: Currency): Money {
  const decimals = getDecimals(currency)
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,16})(?:\.(\d{1,3}))?$/.exec(amount) ?? []
  if (whole === undefined || fraction.length > decimals) throw new RangeError(`not an amount of ${currency}: ${amount}`)
  return money(Number(`${sign}${whole}${fraction.padEnd(decimals, '0')}`), currency)
}

/** The form of every computed amount in a response. docs/contract §2. */
export function toWire(amount: Money): { amount: string; currency: Currency } {
  return { amount: toDecimal(amount), currency: amount.currency }
}

/** In major units, only for the display fields of a course: 399 or 399.5. Not for calculations. */
export function toMajor(amount: Money): number {
  return Number(toDecimal(amount))
}

function sameCurrency(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new RangeError(`mixed currencies: ${a.currency} and ${b.currency}`)
  return b
}
