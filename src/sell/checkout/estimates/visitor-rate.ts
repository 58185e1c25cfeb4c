/**
 * The rate of the visitor's country. The server decides the country (docs/contract §5, get-country-data) and remembers a
 * chosen one by its cookie. The tab remembers the rate, so that the next page shows its estimates at once. A page whose
 * visitor pays in dollars at home does not load this.
 */
import { getLocalPricing } from '#catalogue/catalog/wire/local-pricing.ts'
import type { ExchangeRate } from '#domain/money/local-price.ts'
import type { Client, ClientEnvironment } from '#http/client.ts'
import { loadCountry } from '../session/visitor-location.ts'
import { readRememberedRate, rememberRate } from './remembered-rate.ts'

type Storage = Pick<ClientEnvironment, 'local' | 'session'>

/** Undefined without a country. */
export async function loadVisitorRate(client: Client, storage: Storage): Promise<ExchangeRate | null | undefined> {
  const country = await loadCountry(client, storage)
  return country ? loadRate(client, storage, country.countryCode) : undefined
}

/** Without a response, the rate that the tab remembers of this country. */
export async function loadRate(
  client: Client,
  { session }: Pick<Storage, 'session'>,
  countryCode: string,
): Promise<ExchangeRate | null> {
  const response = await client.call(getLocalPricing, { query: { isBackConversion: 'false', countryCode } })
  const rate = response.error === null ? response.data.data.rate : readRememberedRate(session, countryCode)
  rememberRate(session, countryCode, rate)
  return rate
}
