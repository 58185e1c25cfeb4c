import { useRevalidator } from 'react-router'
import { listCountries } from '#domain/country.ts'
import { browserClient } from '#http/client.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { setCurrentPerson } from '../browser/current-person.ts'
import { appSessionContext } from '../session/app-session.ts'
import { loadSettings } from '../settings/load-settings.ts'
import { Settings } from '../settings/settings.tsx'
import type { Route } from './+types/settings.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Settings')]

export function loader() {
  return { countries: listCountries() }
}

export async function clientLoader({ context, serverLoader }: Route.ClientLoaderArgs) {
  const session = context.get(appSessionContext)
  const [{ countries }, settings] = await Promise.all([serverLoader(), loadSettings(browserClient(), session)])
  setCurrentPerson({ local: localStorage }, session, settings.profile)
  return { countries, ...settings }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Settings" lead="Loading your settings…" />
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return <Settings {...loaderData} onPasswordChanged={() => void revalidate()} />
}
