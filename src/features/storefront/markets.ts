/** Countries in which a course has a page of its own: the same course, told in their money and their time. Contract §7. */
import type { CourseCard } from '#features/catalog/wire.ts'

export const MARKETS = {
  PH: { name: 'Philippines', prefix: '/_ph', lang: 'en-PH', zone: 'Asia/Manila' },
} as const
export type Country = keyof typeof MARKETS

/** `/nina-reyes` → `/_ph/nina-reyes` */
export function marketPath(country: Country, url: string): string {
  return `${MARKETS[country].prefix}${url}`
}

/** The pages of one course for search engines, each naming all; none where it has only the one. */
export function alternatesOf({ url, markets }: Pick<CourseCard, 'url' | 'markets'>) {
  const own = (Object.keys(MARKETS) as Country[]).filter((country) => markets.includes(country))
  if (own.length === 0) return []
  return [
    { hreflang: 'en', path: url },
    ...own.map((country) => ({ hreflang: MARKETS[country].lang, path: marketPath(country, url) })),
    { hreflang: 'x-default', path: url },
  ]
}
