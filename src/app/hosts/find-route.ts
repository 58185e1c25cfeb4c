/** Finds the route of a path before the framework runs, so that headers, the cache and overload follow its declaration. */
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { getSiteRoute, type SiteRoute } from '#http/site-routes.ts'

export type FoundRoute = {
  route: SiteRoute
  /** Whether the page is HTML with our small script, and not an app. */
  isDocument: boolean
  /** Whether the page accepts a form. */
  hasAction: boolean
}
export type FindRoute = (pathname: string) => FoundRoute

export function createRouteFinder({ routes }: Pick<ServerBuild, 'routes'>): FindRoute {
  const listChildren = (parentId: string | undefined): RouteObject[] =>
    Object.values(routes)
      .filter((route) => route !== undefined && route.parentId === parentId)
      .map((route) => {
        const { id, path, index, module } = route!
        const handle = (module as { handle?: unknown }).handle
        return index
          ? { id, index: true, handle }
          : { id, ...(path !== undefined && { path }), handle, children: listChildren(id) }
      })
  const tree = listChildren(undefined)
  const hasAction = (id = '') => typeof (routes[id]?.module as { action?: unknown } | undefined)?.action === 'function'
  return (pathname) => {
    // The router asks for a page's data at the address of the page, with `.data` behind it.
    const match = matchRoutes(tree, pathname.replace(/\.data$/, ''))?.at(-1)
    return {
      route: getSiteRoute(match?.route.id, pathname),
      isDocument: isDocumentHandle(match?.route.handle),
      hasAction: hasAction(match?.route.id),
    }
  }
}

function isDocumentHandle(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'document' in handle && handle.document === true
}
