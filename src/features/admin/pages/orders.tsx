import { useRevalidator } from 'react-router'
import { PortalAway } from '#features/portal/parts/portal-log-in.tsx'
import { PortalSkeleton } from '#features/portal/parts/portal-skeleton.tsx'
import { browserClient } from '#http/client.ts'
import { AdminLogIn } from '../parts/admin-log-in.tsx'
import { loadOrders } from '../parts/load-orders.ts'
import { OrdersView } from '../parts/orders-view.tsx'
import type { Route } from './+types/orders.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Orders · Understudy' }, { name: 'robots', content: 'noindex' }]

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  const here = { local: localStorage, zone, now: new Date() }
  return loadOrders(browserClient(), here, new URL(request.url).searchParams)
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PortalSkeleton title="Orders" lead="Loading the orders…" current="orders" />
}

export default function OrdersPage({ loaderData: loaded }: Route.ComponentProps) {
  const revalidator = useRevalidator()
  const again = () => void revalidator.revalidate()
  if (loaded.is === 'in') return <OrdersView {...loaded} onChanged={again} />
  if (loaded.is === 'guest') return <AdminLogIn told={loaded.told} onLoggedIn={again} />
  return <PortalAway message={loaded.message} isBusy={revalidator.state !== 'idle'} onAgain={again} />
}
