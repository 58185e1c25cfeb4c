import { useRevalidator } from 'react-router'
import { browserClient } from '#http/client.ts'
import { AdminHome } from '../parts/admin-home.tsx'
import { LearnerHome } from '../parts/learner-home.tsx'
import { loadPortal } from '../parts/load.ts'
import { PortalAway, PortalLogIn } from '../parts/portal-log-in.tsx'
import { PortalSkeleton } from '../parts/portal-skeleton.tsx'
import type { Route } from './+types/portal.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Portal · Understudy' },
  { name: 'description', content: 'Your courses, your dates and your lessons.' },
  { name: 'robots', content: 'noindex' },
]

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const asked = new URL(request.url).searchParams.get('as')
  return loadPortal(browserClient(), { local: localStorage }, asked)
}
clientLoader.hydrate = true as const

/** Says as much as the door does that a stranger finds instead: nothing larger comes after it. */
export function HydrateFallback() {
  const lead = 'Loading your courses, your dates and your lessons, and what is new since you were last here…'
  return <PortalSkeleton title="Your portal" lead={lead} current="home" />
}

export default function Portal({ loaderData: loaded }: Route.ComponentProps) {
  const revalidator = useRevalidator()
  const again = () => void revalidator.revalidate()
  if (loaded.is === 'learner') return <LearnerHome {...loaded} />
  if (loaded.is === 'admin') return <AdminHome {...loaded} />
  if (loaded.is === 'guest') return <PortalLogIn told={loaded.told} onLoggedIn={again} />
  return <PortalAway message={loaded.message} isBusy={revalidator.state !== 'idle'} onAgain={again} />
}
