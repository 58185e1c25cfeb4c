/** Countries with their own course pages, in local currency and local time. docs/contract §7. */
import type { CourseCard } from '#catalogue/catalog/wire.ts'

export const MARKETS = {
  PH: { name: 'Philippines', prefix: '/_ph', lang: 'en-PH', zone: 'Asia/Manila' },
} as const
export type MarketCode = keyof typeof MARKETS

/** `/nina-reyes` → `/_ph/nina-reyes` */
export function marketPath(country: MarketCode, url: string): string {
  return `${MARKETS[country].prefix}${url}`
}

/** Lists all language versions of a course page for search engines. Empty when there is only one. */
export function listAlternates({ url, markets }: Pick<CourseCard, 'url' | 'markets'>) {
  const countries = (Object.keys(MARKETS) as MarketCode[]).filter((country) => markets.includes(country))
  if (countries.length === 0) return []
  return [
    { hreflang: 'en', path: url },
    ...countries.map((country) => ({ hreflang: MARKETS[country].lang, path: marketPath(country, url) })),
    { hreflang: 'x-default', path: url },
  ]
}
