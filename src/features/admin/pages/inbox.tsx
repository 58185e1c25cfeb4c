import { useRevalidator } from 'react-router'
import { PortalAway } from '#features/portal/parts/portal-log-in.tsx'
import { PortalSkeleton } from '#features/portal/parts/portal-skeleton.tsx'
import { browserClient } from '#http/client.ts'
import { AdminLogIn } from '../parts/admin-log-in.tsx'
import { InboxView } from '../parts/inbox-view.tsx'
import { loadInbox } from '../parts/load-inbox.ts'
import type { Route } from './+types/inbox.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Inbox · Understudy' }, { name: 'robots', content: 'noindex' }]

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadInbox(browserClient(), { local: localStorage }, new URL(request.url).searchParams)
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PortalSkeleton title="Inbox" lead="Loading the inbox…" current="inbox" />
}

export default function InboxPage({ loaderData: loaded }: Route.ComponentProps) {
  const revalidator = useRevalidator()
  const again = () => void revalidator.revalidate()
  if (loaded.is === 'in') return <InboxView {...loaded} onChanged={again} />
  if (loaded.is === 'guest') return <AdminLogIn told={loaded.told} onLoggedIn={again} />
  return <PortalAway message={loaded.message} isBusy={revalidator.state !== 'idle'} onAgain={again} />
}
