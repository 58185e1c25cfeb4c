import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { AttributionView } from '../attribution/attribution-view.tsx'
import { loadAttribution } from '../attribution/load-attribution.ts'
import type { Route } from './+types/attribution.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Attribution')]
export const handle = { isWide: true }

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadAttribution(createAppRequest(args), new Date())
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Attribution" lead="Loading the report…" isWide />
}

export default function AttributionPage({ loaderData }: Route.ComponentProps) {
  return <AttributionView {...loaderData} />
}
