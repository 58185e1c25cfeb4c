import { useRevalidator } from 'react-router'
import { PortalAway } from '#features/portal/parts/portal-log-in.tsx'
import { PortalSkeleton } from '#features/portal/parts/portal-skeleton.tsx'
import { browserClient } from '#http/client.ts'
import { AdminLogIn } from '../parts/admin-log-in.tsx'
import { AuditLog } from '../parts/audit-log.tsx'
import { loadAuditLog } from '../parts/load-audit-log.ts'
import type { Route } from './+types/audit-log.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Audit log · Understudy' },
  { name: 'robots', content: 'noindex' },
]

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  return loadAuditLog(browserClient(), { local: localStorage, zone }, new URL(request.url).searchParams)
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PortalSkeleton title="Audit log" lead="Loading the audit log…" current="audit-log" />
}

export default function AuditLogPage({ loaderData: loaded }: Route.ComponentProps) {
  const revalidator = useRevalidator()
  const again = () => void revalidator.revalidate()
  if (loaded.is === 'in') return <AuditLog {...loaded} />
  if (loaded.is === 'guest') return <AdminLogIn told={loaded.told} onLoggedIn={again} />
  return <PortalAway message={loaded.message} isBusy={revalidator.state !== 'idle'} onAgain={again} />
}
