/** Finds the declaration of a page by its path, as the server does, without a build. */
import { createRouteFinder } from '#app/hosts/find-route.ts'
import { SITE_ROUTES, type SiteRoute } from '#http/site-routes.ts'

type Routes = Parameters<typeof createRouteFinder>[0]['routes']

const routes = Object.fromEntries(
  SITE_ROUTES.map(({ id, path }) => [id, { id, path, index: path === '', module: {} }]),
) as unknown as Routes
const findRoute = createRouteFinder({ routes })

/** @param address may have a query and a fragment */
export function findDeclaration(address: string): SiteRoute {
  return findRoute(address.split(/[?#]/)[0]!).route
}
