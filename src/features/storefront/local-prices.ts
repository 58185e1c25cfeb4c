/**
 * The price as it reads where the visitor is, beside the dollars that are charged. The page is the same for
 * everybody, so the browser asks, at the visitor's first stir; each price has its place kept. Price rule 8.
 */
import type { z } from 'zod'
import type { countryData } from '#features/accounts/wire/country.ts'
import type { getLocalPricing } from '#features/catalog/wire.ts'

type Here = z.output<(typeof countryData)['answers'][200]>
type Priced = z.output<(typeof getLocalPricing)['answers'][200]>

export async function tellLocalPrices(document: Document, timezoneId: string): Promise<void> {
  const places = [...document.querySelectorAll<HTMLElement>('[data-local-price]')]
  const amounts = [...new Set(places.map((place) => place.dataset.localPrice ?? ''))]
  if (amounts.length === 0) return
  const here = await ask<Here>('get-country-data', { timezoneId })
  const countryCode = here?.data.current.countryCode
  const told = countryCode ? await ask<Priced>('get-local-pricing', { countryCode, amounts: amounts.join() }) : null
  if (!told?.data.asOf) return
  for (const place of places) {
    const price = told.data.prices?.[amounts.indexOf(place.dataset.localPrice ?? '')]
    if (!price) continue
    const money = { currency: price.currency, currencyDisplay: 'narrowSymbol', trailingZeroDisplay: 'stripIfInteger' }
    const format = new Intl.NumberFormat('en-GB', { style: 'currency', ...money } as Intl.NumberFormatOptions)
    place.dataset.amount = price.amount
    place.dataset.currency = price.currency
    place.textContent = `about ${format.format(Number(price.amount))}`
  }

  async function ask<Answer>(path: string, query: Record<string, string>): Promise<Answer | null> {
    const base = document.querySelector<HTMLMetaElement>('meta[name="api-payment"]')?.content ?? ''
    const answer = await fetch(`${base}/api/v1/${path}?${new URLSearchParams(query)}`).catch(() => null)
    return answer?.ok ? ((await answer.json()) as Answer) : null
  }
}
