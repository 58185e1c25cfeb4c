import { depsContext } from '#http/context.ts'
import { sitemap } from '../sitemap.ts'
import type { Route } from './+types/sitemap.ts'

/** Every public page by the address that it calls its own, with its pages for other countries; or the list of the parts. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const said = 'part' in params ? params.part : null
  const part = said === null ? null : /^[1-9]\d{0,4}$/.test(said ?? '') ? Number(said) : 0
  const xml = part === 0 ? null : await sitemap(context.get(depsContext), part)
  if (!xml) return new Response('Not Found.', { status: 404, headers: { 'content-type': 'text/plain' } })
  return new Response(xml, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=300' },
  })
}
