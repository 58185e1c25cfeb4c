/** Estimated prices in the buyer's currency. They are never charged. docs/contract §5, price rule 8. */
import { getCountryOfTimeZone, listCurrencies } from '#domain/country.ts'
import {
  type ExchangeRate,
  formatEstimate,
  getMultiplier,
  toEstimate,
  toLocalPrice,
} from '#domain/money/local-price.ts'
import { formatWithSymbol, fromDecimal, type Money, toWire } from '#domain/money/money.ts'
import type { Deps } from '#http/deps.ts'
import { listRates } from './queries.ts'

const HOME = { currency: 'USD', countryCode: 'US' }

export async function getLocalPrice(
  deps: Pick<Deps, 'db'>,
  price: Money,
  countryCode: string | undefined,
): Promise<Money> {
  return toLocalPrice(price, await getRate(deps, countryCode))
}

/** `$399.00 (about €343)`, for a reader in the zone. In e-mails `$399.00`, in PDFs `USD 399.00`. */
export async function formatWithEstimate(
  deps: Pick<Deps, 'db'>,
  price: Money,
  timezoneId: string | null,
  format?: (amount: Money) => string,
): Promise<string> {
  const charged = (format ?? formatWithSymbol)(price)
  const rate = await getRate(deps, getCountryOfTimeZone(timezoneId ?? undefined) ?? undefined)
  const estimate = toEstimate(price, rate)
  return estimate ? `${charged} (${formatEstimate(estimate, format)})` : charged
}

type LocalPricingInput = { countryCode?: string | undefined; isBackConversion: boolean; amounts?: string[] | undefined }

/** Returns the charged price for an unknown country and for a currency without a rate. */
export async function convertPrices(deps: Deps, input: LocalPricingInput) {
  const rate = await getRate(deps, input.countryCode)
  return {
    conversionMultiplier: getMultiplier(rate, input.isBackConversion),
    data: {
      currency: rate?.currency ?? HOME.currency,
      countryCode: input.countryCode?.toUpperCase() ?? HOME.countryCode,
      asOf: rate?.asOf ?? null,
      rate: rate && { currency: rate.currency, perUsd: rate.perUsd, stepMinor: rate.stepMinor },
      ...(input.amounts && {
        prices: input.amounts.map((amount) => toWire(toLocalPrice(fromDecimal(amount, HOME.currency), rate))),
      }),
    },
  }
}

export type DatedRate = ExchangeRate & { asOf: string }

/** The first of a country's currencies that has a rate. Null when none has, and when the home currency comes first. */
export async function getRate(deps: Pick<Deps, 'db'>, countryCode: string | undefined): Promise<DatedRate | null> {
  const currencies = listCurrencies(countryCode?.toUpperCase() ?? HOME.countryCode)
  if (currencies.length === 0 || currencies[0] === HOME.currency) return null
  const rates = await listRates(deps.db, currencies)
  const row = currencies.flatMap((currency) => rates.find((rate) => rate.currency === currency) ?? [])[0]
  return row ? { currency: row.currency, perUsd: row.per_usd, stepMinor: row.step_minor, asOf: row.as_of } : null
}
