/** The price as it reads where the buyer is. Nothing is charged by it. Contract §5, price rule 8. */
import { currenciesOf } from '#domain/country.ts'
import { localPrice, multiplierOf, type Rate } from '#domain/local-price.ts'
import { fromDecimal, type Money, toWire } from '#domain/money.ts'
import type { Deps } from '#http/deps.ts'
import { ratesOf } from './queries.ts'

const HOME = { currency: 'USD', countryCode: 'US' }

export async function localPriceIn(deps: Deps, price: Money, countryCode: string | undefined): Promise<Money> {
  return localPrice(price, await rateIn(deps, countryCode))
}

type Asked = { countryCode?: string | undefined; isBackConversion: boolean; amounts?: string[] | undefined }

/** An unknown country, and one whose currency has no rate, is told the price as it is charged. */
export async function localPricing(deps: Deps, asked: Asked) {
  const rate = await rateIn(deps, asked.countryCode)
  return {
    conversionMultiplier: multiplierOf(rate, asked.isBackConversion),
    data: {
      currency: rate?.currency ?? HOME.currency,
      countryCode: asked.countryCode?.toUpperCase() ?? HOME.countryCode,
      asOf: rate?.asOf ?? null,
      ...(asked.amounts && {
        prices: asked.amounts.map((amount) => toWire(localPrice(fromDecimal(amount, HOME.currency), rate))),
      }),
    },
  }
}

export type DatedRate = Rate & { asOf: string }

/** Some countries have several currencies: the first one that has a rate. Null for none, and where prices are charged as told. */
export async function rateIn(deps: Pick<Deps, 'db'>, countryCode: string | undefined): Promise<DatedRate | null> {
  const currencies = currenciesOf(countryCode?.toUpperCase() ?? HOME.countryCode)
  if (currencies.length === 0 || currencies[0] === HOME.currency) return null
  const rates = await ratesOf(deps.db, currencies)
  const row = currencies.flatMap((currency) => rates.find((rate) => rate.currency === currency) ?? [])[0]
  return row ? { currency: row.currency, perUsd: row.per_usd, stepMinor: row.step_minor, asOf: row.as_of } : null
}
