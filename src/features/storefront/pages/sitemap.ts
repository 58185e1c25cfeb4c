import { INFORMATION_PAGES } from '#domain/site-addresses.ts'
import { courseCards } from '#features/catalog/catalogue.ts'
import { depsContext } from '#http/context.ts'
import { alternatesOf } from '../markets.ts'
import type { Route } from './+types/sitemap.ts'

const NAMESPACES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'

/** Every public page by the address that it calls its own, with its pages for other countries. */
export async function loader({ context }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const address = (path: string) => xmlText(new URL(path, deps.config.publicUrl).href)
  const entry = (path: string, others: ReturnType<typeof alternatesOf> = []) => {
    const links = others.map(
      ({ hreflang, path }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${address(path)}"/>`,
    )
    return `<url><loc>${address(path)}</loc>${links.join('')}</url>`
  }
  const courses = (await courseCards(deps)).flatMap((card) => {
    const alternates = alternatesOf(card)
    return [...new Set([card.url, ...alternates.map(({ path }) => path)])].map((path) => entry(path, alternates))
  })
  const entries = [entry('/'), ...INFORMATION_PAGES.map((name) => entry(`/${name}`)), ...courses]
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACES}>\n${entries.join('\n')}\n</urlset>\n`
  return new Response(xml, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=300' },
  })
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;').replaceAll('"', '&quot;')
}
