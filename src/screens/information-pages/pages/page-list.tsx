import { requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { PageListPage } from '../editor/page-list-page.tsx'
import { listPages } from '../wire.ts'
import type { Route } from './+types/page-list.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Information pages')]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client } = createAppRequest(args)
  return requireBody(await client.call(listPages, { auth: 'admin' })).data
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Information pages" lead="Loading the pages that every visitor can read…" />
}

export default function PageListRoute({ loaderData }: Route.ComponentProps) {
  return <PageListPage list={loaderData} />
}
