import { listCountries } from '#domain/country.ts'
import { requireBody } from '#people/accounts/session/page-failure.ts'
import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { SiteSettingsPage } from '../settings/site-settings-page.tsx'
import { readSite } from '../wire.ts'
import type { Route } from './+types/site-settings.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Site')]

export function loader() {
  return { countries: listCountries().map(({ countryCode, name }) => ({ countryCode, name })) }
}

export async function clientLoader({ serverLoader, ...args }: Route.ClientLoaderArgs) {
  const { client } = createAppRequest(args)
  const [{ countries }, site] = await Promise.all([serverLoader(), client.call(readSite, { auth: 'admin' })])
  return { countries, view: requireBody(site).data }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Site" lead="Loading the name, texts and seller of this site…" />
}

export default function SiteSettings({ loaderData }: Route.ComponentProps) {
  return <SiteSettingsPage {...loaderData} />
}
