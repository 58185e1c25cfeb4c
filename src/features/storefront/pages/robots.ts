import { depsContext } from '#http/context.ts'
import type { Route } from './+types/robots.ts'

/** What has nothing for a search engine. Each of these pages says so itself, too. */
const CLOSED = [
  '/api/',
  '/checkout/',
  '/gift-card/buy',
  '/order/',
  '/portal',
  '/social/',
  '/support',
  '/dev/',
  '/sandbox/',
]

export function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(depsContext)
  const lines = [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    `Sitemap: ${config.publicUrl}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
