/** The routes of React Router, built from their declarations in `site-routes.ts`. */
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { SITE_ROUTES, type SiteRoute } from '#http/site-routes.ts'

const routesByLayout = Map.groupBy(SITE_ROUTES, (one) => one.layout)

export default [...routesByLayout].flatMap(([file, routes]) => {
  const entries = routes.map(createEntry)
  return file === null ? entries : [layout(file, entries)]
}) satisfies RouteConfig

function createEntry({ path, file, id }: SiteRoute): RouteConfigEntry {
  return path === '' ? index(file, { id }) : route(path, file, { id })
}
