import { requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { SiteSettingsPage } from '../settings/site-settings-page.tsx'
import { readSite } from '../wire.ts'
import type { Route } from './+types/site-settings.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Site')]

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { client } = createAppRequest(args)
  return requireBody(await client.call(readSite, { auth: 'admin' })).data
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Site" lead="Loading the name, texts and seller of this site…" />
}

export default function SiteSettings({ loaderData }: Route.ComponentProps) {
  return <SiteSettingsPage view={loaderData} />
}
