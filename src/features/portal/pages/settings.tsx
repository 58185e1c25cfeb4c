import { useRevalidator } from 'react-router'
import { countryList } from '#domain/country.ts'
import { browserClient } from '#http/client.ts'
import { loadSettings } from '../parts/load-settings.ts'
import { PortalAway, PortalLogIn } from '../parts/portal-log-in.tsx'
import { PortalSkeleton } from '../parts/portal-skeleton.tsx'
import { Settings } from '../parts/settings.tsx'
import type { Route } from './+types/settings.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Settings · Understudy' },
  { name: 'robots', content: 'noindex' },
]

export function loader() {
  return { countries: countryList() }
}

export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const asked = new URL(request.url).searchParams.get('as')
  const { countries } = await serverLoader()
  return { countries, ...(await loadSettings(browserClient(), { local: localStorage }, asked)) }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PortalSkeleton title="Settings" lead="Loading your settings…" current="settings" />
}

export default function SettingsPage({ loaderData: loaded }: Route.ComponentProps) {
  const revalidator = useRevalidator()
  const again = () => void revalidator.revalidate()
  if (loaded.is === 'in') return <Settings {...loaded} onPasswordChanged={again} />
  if (loaded.is === 'guest') return <PortalLogIn told={loaded.told} onLoggedIn={again} />
  return <PortalAway message={loaded.message} isBusy={revalidator.state !== 'idle'} onAgain={again} />
}
