import { createAppRequest } from '#people/app-shell/app-request.ts'
import { PageSkeleton } from '#ui/frame/page-skeleton.tsx'
import { createTitle } from '#ui/page-title.ts'
import { AuditLog } from '../audit-log/audit-log.tsx'
import { loadAuditLog } from '../audit-log/load-audit-log.ts'
import type { Route } from './+types/audit-log.ts'

export const meta: Route.MetaFunction = ({ matches }) => [createTitle(matches, 'Audit log')]
export const handle = { isWide: true }

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadAuditLog(createAppRequest(args))
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSkeleton title="Audit log" lead="Loading the audit log…" isWide />
}

export default function AuditLogPage({ loaderData }: Route.ComponentProps) {
  return <AuditLog {...loaderData} />
}
