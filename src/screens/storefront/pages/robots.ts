import { depsContext } from '#http/context.ts'
import { listDisallowedPaths } from '../seo/robots.ts'
import type { Route } from './+types/robots.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(depsContext)
  const lines = [
    'User-agent: *',
    ...listDisallowedPaths().map((path) => `Disallow: ${path}`),
    `Sitemap: ${config.publicUrl}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
