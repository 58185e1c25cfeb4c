/** The sitemap: one file, or as many as there must be with a list of them. sitemaps.org: at most 50,000 addresses and 50 MB a file. */
import { INFORMATION_PAGES } from '#domain/site-addresses.ts'
import { listedAddresses } from '#features/catalog/listing.ts'
import type { Deps } from '#http/deps.ts'
import { alternatesOf, MARKETS } from './markets.ts'

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const ADDRESSES = 50_000
/** Each has a page of its own and one for each market; half of what is allowed, as their lengths vary. */
export const COURSES_A_FILE = Math.floor(ADDRESSES / (2 * (1 + Object.keys(MARKETS).length)))

/** @param part from 1 on; null for what is at /sitemap.xml. Null where there is no such part. */
export async function sitemap(deps: Deps, part: number | null, coursesAFile = COURSES_A_FILE): Promise<string | null> {
  const address = (path: string) => xmlText(new URL(path, deps.config.publicUrl).href)
  const offset = ((part ?? 1) - 1) * coursesAFile
  const { pages, all } = await listedAddresses(deps, { offset, limit: coursesAFile })
  const parts = Math.ceil(all / coursesAFile)
  if (part === null && parts > 1) {
    const files = Array.from(
      { length: parts },
      (_, at) => `<sitemap><loc>${address(`/sitemap/${at + 1}`)}</loc></sitemap>`,
    )
    return fileOf('sitemapindex', NAMESPACE, files)
  }
  if (part !== null && (parts < 2 || part > parts)) return null

  const entry = (path: string, others: ReturnType<typeof alternatesOf> = []) => {
    const links = others.map(
      ({ hreflang, path }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${address(path)}"/>`,
    )
    return `<url><loc>${address(path)}</loc>${links.join('')}</url>`
  }
  const courses = pages.flatMap((page) => {
    const alternates = alternatesOf(page)
    return [...new Set([page.url, ...alternates.map(({ path }) => path)])].map((path) => entry(path, alternates))
  })
  const own = offset > 0 ? [] : [entry('/'), ...INFORMATION_PAGES.map((name) => entry(`/${name}`))]
  return fileOf('urlset', `${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml"`, [...own, ...courses])
}

function fileOf(name: string, namespaces: string, entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} ${namespaces}>\n${entries.join('\n')}\n</${name}>\n`
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;').replaceAll('"', '&quot;')
}
