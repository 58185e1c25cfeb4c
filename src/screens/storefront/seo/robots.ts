/** Which addresses robots.txt closes to search engines. Their responses also say `noindex`. */
import { SITE_ROUTES, type SiteRoute } from '#http/site-routes.ts'

/** Below these, the server responds without a page of the site. */
const OTHER_PATHS = ['/api/', '/dev/', '/sandbox/']

export function listDisallowedPaths(routes: readonly SiteRoute[] = SITE_ROUTES): string[] {
  return [...OTHER_PATHS, ...routes.filter(({ access }) => access !== 'public').map(createPattern)]
}

/** `order/:orderId` → `/order/`; `portal` → `/portal$`, because a creator may be called `/portals`. RFC 9309. */
function createPattern({ path }: SiteRoute): string {
  const parameter = path.search(/:|\*/)
  return parameter < 0 ? `/${path}$` : `/${path.slice(0, parameter)}`
}
