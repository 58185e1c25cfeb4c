import { depsContext } from '#http/context.ts'
import { createSitemap } from '../seo/sitemap.ts'
import type { Route } from './+types/sitemap.ts'

/** Serves every public page by its canonical address with its market pages, or the index of the parts. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const partParam = 'part' in params ? params.part : null
  const part = partParam === null ? null : /^[1-9]\d{0,4}$/.test(partParam ?? '') ? Number(partParam) : 0
  const xml = part === 0 ? null : await createSitemap(context.get(depsContext), part)
  if (!xml) return new Response('Not Found.', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  return new Response(xml, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=300' },
  })
}
