/**
 * Tax that a price includes. Prices never change because of tax: nothing is added. docs/contract §35,
 * docs/decisions/0050.
 */
import { type Money, money } from './money.ts'

/** 100 %, in thousandths of a percent. */
const WHOLE_RATE = 100_000

/**
 * The tax in an amount that includes it: amount × rate / (100 % + rate), in minor units, half a unit up, rounded once.
 * At most the amount. `included_tax` in migrations/0009_orders.sql is the same rule.
 *
 * @param rate thousandths of a percent
 * @throws RangeError on a negative amount, and on a rate that is not whole or not between 1 and 100,000
 */
export function getIncludedTax(amount: Money, rate: number): Money {
  if (amount.minor < 0) throw new RangeError(`negative amount: ${amount.minor}`)
  if (!Number.isInteger(rate) || rate < 1 || rate > WHOLE_RATE) throw new RangeError(`tax rate: ${rate}`)
  const divisor = BigInt(WHOLE_RATE + rate)
  const twice = 2n * BigInt(amount.minor) * BigInt(rate)
  return money(Number((twice + divisor) / (2n * divisor)), amount.currency)
}

/** `Includes 19 % VAT`. The rate is in thousandths of a percent. */
export function describeTax({ name, rate }: { name: string; rate: number }): string {
  return `Includes ${formatTaxRate(rate)} % ${name}`
}

/** `19`, `5.5` or `20.125`, from thousandths of a percent. */
export function formatTaxRate(rate: number): string {
  return String(rate / 1000)
}
