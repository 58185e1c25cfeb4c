import { INFORMATION_PAGES } from '#domain/site-addresses.ts'
import { courseCards } from '#features/catalog/catalogue.ts'
import { depsContext } from '#http/context.ts'
import type { Route } from './+types/sitemap.ts'

/** Every public page by the address that it calls its own. */
export async function loader({ context }: Route.LoaderArgs) {
  const deps = context.get(depsContext)
  const courses = (await courseCards(deps)).map((card) => card.url)
  const addresses = ['/', ...INFORMATION_PAGES.map((name) => `/${name}`), ...courses]
  const entries = addresses.map((path) => `<url><loc>${xmlText(new URL(path, deps.config.publicUrl).href)}</loc></url>`)
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
  return new Response(xml, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=300' },
  })
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;')
}
