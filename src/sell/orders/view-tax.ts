/** The tax of a quote or an order, as people read it. */
import { type Money, money, toWire } from '#domain/money/money.ts'
import { describeTax, formatTaxRate } from '#domain/money/tax.ts'
import type { Tax } from './wire/fields.ts'

/** The one line about tax on a document. */
export type TaxLine = { label: string; amount: Money }

type TaxColumns = {
  currency: string
  tax_country: string | null
  tax_name: string | null
  tax_rate: number | null
  tax_minor: number | null
}

/** Null without tax. */
export function viewTax(row: TaxColumns): Tax | null {
  const { tax_country: countryCode, tax_name: name, tax_rate: rate, tax_minor: minor, currency } = row
  if (countryCode === null || name === null || rate === null || minor === null) return null
  const percent = formatTaxRate(rate)
  const label = describeTax({ name, rate })
  return { label, countryCode, name, percent, amount: toWire(money(minor, currency)) }
}

/** The tax line of a document. `minor`: its amount, which differs from the order's on a credit note. */
export function createTaxLine(
  { tax_name: name, tax_rate: rate, currency }: TaxColumns,
  minor: number | null,
): TaxLine | null {
  return name !== null && rate !== null && minor !== null
    ? { label: describeTax({ name, rate }), amount: money(minor, currency) }
    : null
}
