/** The sitemap: one file, or several files with an index. sitemaps.org allows 50,000 addresses and 50 MB per file. */

import { listCourseAddresses, listTeacherAddresses } from '#catalogue/catalog/listing.ts'
import { getPreviewPath } from '#domain/learning/room-path.ts'
import type { Deps } from '#http/deps.ts'
import { SITE_ROUTES } from '#http/site-routes.ts'
import { listAlternates, MARKETS } from '../market/markets.ts'

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const MAX_ADDRESSES = 50_000
const PREVIEWS_PER_COURSE = 8
/** Each course has its own page, one for each market, and its preview lessons. */
export const ADDRESSES_PER_COURSE = 1 + Object.keys(MARKETS).length + PREVIEWS_PER_COURSE
/** In the first file. */
export const MOST_TEACHERS = 5_000
/** Uses half of the limit, because address lengths vary. */
export const COURSES_PER_FILE = Math.floor(MAX_ADDRESSES / (2 * ADDRESSES_PER_COURSE))

/** @param part counted from 1; null means /sitemap.xml. Returns null for an unknown part. */
export async function createSitemap(
  deps: Deps,
  part: number | null,
  coursesPerFile = COURSES_PER_FILE,
): Promise<string | null> {
  const createAddress = (path: string) => escapeXml(new URL(path, deps.config.publicUrl).href)
  const offset = ((part ?? 1) - 1) * coursesPerFile
  const { pages, all } = await listCourseAddresses(deps, {
    offset,
    limit: coursesPerFile,
    previewLimit: PREVIEWS_PER_COURSE,
  })
  const parts = Math.ceil(all / coursesPerFile)
  if (part === null && parts > 1) {
    const files = Array.from(
      { length: parts },
      (_, index) => `<sitemap><loc>${createAddress(`/sitemap/${index + 1}`)}</loc></sitemap>`,
    )
    return createXmlFile('sitemapindex', NAMESPACE, files)
  }
  if (part !== null && (parts < 2 || part > parts)) return null

  const entry = (path: string, alternates: ReturnType<typeof listAlternates> = []) => {
    const links = alternates.map(
      ({ hreflang, path }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${createAddress(path)}"/>`,
    )
    return `<url><loc>${createAddress(path)}</loc>${links.join('')}</url>`
  }
  const courses = pages.flatMap((page) => {
    const alternates = listAlternates(page)
    return [
      ...[...new Set([page.url, ...alternates.map(({ path }) => path)])].map((path) => entry(path, alternates)),
      ...page.previewKeys.map((key) => entry(getPreviewPath(page.courseCode, key))),
    ]
  })
  const sitePages = offset > 0 ? [] : SITE_ROUTES.filter(({ listed }) => listed).map(({ path }) => entry(`/${path}`))
  const teachers = offset > 0 ? [] : await listTeacherAddresses(deps, MOST_TEACHERS)
  return createXmlFile('urlset', `${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml"`, [
    ...sitePages,
    ...teachers.map((page) => entry(`/creators/${page}`)),
    ...courses,
  ])
}

function createXmlFile(name: string, namespaces: string, entries: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} ${namespaces}>\n${entries.join('\n')}\n</${name}>\n`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;').replaceAll('"', '&quot;')
}
