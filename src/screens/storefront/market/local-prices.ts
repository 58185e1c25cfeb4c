/**
 * Shows prices in the visitor's currency beside the charged dollars. Cached pages are the same for all visitors, so
 * the browser requests the rates at the first interaction. Each price has reserved space. Price rule 8.
 */
import type { z } from 'zod'
import type { getLocalPricing } from '#catalogue/catalog/wire.ts'
import type { countryData } from '#people/accounts/wire/country.ts'

type CountryResponse = z.output<(typeof countryData)['answers'][200]>
type LocalPricingResponse = z.output<(typeof getLocalPricing)['answers'][200]>

/** The most amounts that `get-local-pricing` converts in one request. */
const MAX_AMOUNTS = 50

export async function showLocalPrices(document: Document, timezoneId: string): Promise<void> {
  const elements = [...document.querySelectorAll<HTMLElement>('[data-local-price]')]
  const amounts = [...new Set(elements.map((element) => element.dataset.localPrice ?? ''))]
  if (amounts.length === 0) return
  const country = await requestJson<CountryResponse>('get-country-data', { timezoneId })
  const countryCode = country?.data.current.countryCode
  const pricing = countryCode
    ? await requestJson<LocalPricingResponse>('get-local-pricing', {
        isBackConversion: 'false',
        countryCode,
        amounts: amounts.slice(0, MAX_AMOUNTS).join(),
      })
    : null
  const { conversionMultiplier = 1 } = pricing ?? {}
  // Without a rate the charged dollars stay alone.
  if (!pricing || conversionMultiplier === 1) return
  for (const element of elements) {
    const amount = element.dataset.localPrice ?? ''
    const price = pricing.data.prices?.[amounts.indexOf(amount)] ?? convert(amount)
    const format = new Intl.NumberFormat('en-GB', {
      style: 'currency',
      currency: price.currency,
      currencyDisplay: 'narrowSymbol',
      trailingZeroDisplay: 'stripIfInteger',
    } as Intl.NumberFormatOptions)
    element.dataset.amount = price.amount
    element.dataset.currency = price.currency
    element.textContent = `about ${format.format(Number(price.amount))}`
  }

  /** For prices beyond those that one request may ask for: in whole units, because only the server knows the steps. */
  function convert(amount: string) {
    return { amount: (Number(amount) * conversionMultiplier).toFixed(0), currency: pricing?.data.currency ?? 'USD' }
  }

  async function requestJson<Answer>(path: string, query: Record<string, string>): Promise<Answer | null> {
    const baseUrl = document.querySelector<HTMLMetaElement>('meta[name="api-payment"]')?.content ?? ''
    const response = await fetch(`${baseUrl}/api/v1/${path}?${new URLSearchParams(query)}`).catch(() => null)
    return response?.ok ? ((await response.json()) as Answer) : null
  }
}
