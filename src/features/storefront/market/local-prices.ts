/**
 * Shows prices in the visitor's currency beside the charged dollars. Cached pages are the same for all visitors, so
 * the browser requests the rates at the first interaction. Each price has reserved space. Price rule 8.
 */
import type { z } from 'zod'
import type { countryData } from '#features/accounts/wire/country.ts'
import type { getLocalPricing } from '#features/catalog/wire.ts'

type CountryResponse = z.output<(typeof countryData)['answers'][200]>
type LocalPricingResponse = z.output<(typeof getLocalPricing)['answers'][200]>

export async function showLocalPrices(document: Document, timezoneId: string): Promise<void> {
  const elements = [...document.querySelectorAll<HTMLElement>('[data-local-price]')]
  const amounts = [...new Set(elements.map((element) => element.dataset.localPrice ?? ''))]
  if (amounts.length === 0) return
  const country = await requestJson<CountryResponse>('get-country-data', { timezoneId })
  const countryCode = country?.data.current.countryCode
  const pricing = countryCode
    ? await requestJson<LocalPricingResponse>('get-local-pricing', { countryCode, amounts: amounts.join() })
    : null
  if (!pricing?.data.asOf) return
  for (const element of elements) {
    const price = pricing.data.prices?.[amounts.indexOf(element.dataset.localPrice ?? '')]
    if (!price) continue
    const money = { currency: price.currency, currencyDisplay: 'narrowSymbol', trailingZeroDisplay: 'stripIfInteger' }
    const format = new Intl.NumberFormat('en-GB', { style: 'currency', ...money } as Intl.NumberFormatOptions)
    element.dataset.amount = price.amount
    element.dataset.currency = price.currency
    element.textContent = `about ${format.format(Number(price.amount))}`
  }

  async function requestJson<Answer>(path: string, query: Record<string, string>): Promise<Answer | null> {
    const baseUrl = document.querySelector<HTMLMetaElement>('meta[name="api-payment"]')?.content ?? ''
    const response = await fetch(`${baseUrl}/api/v1/${path}?${new URLSearchParams(query)}`).catch(() => null)
    return response?.ok ? ((await response.json()) as Answer) : null
  }
}
