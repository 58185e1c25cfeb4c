/** The audit log as its address asks for it. */
import { ACTIONS } from '#features/audit-log/actions.ts'
import type { NotIn } from '#features/portal/parts/load-settings.ts'
import type { Client, ClientEnvironment } from '#http/client.ts'
import { type AskedLog, callListAuditLog } from '../calls.ts'
import type { Entry } from '../wire/audit-log.ts'
import { type Admin, adminHere, loadAdmin, notIn } from './load-admin.ts'

export type LogFilter = Pick<AskedLog, 'actor' | 'action' | 'object' | 'day'>
export type AuditLog = Admin & {
  filter: LogFilter
  entries: Entry[]
  admins: { personId: string; name: string }[]
  /** The event after which the next page begins. */
  next: number | null
  isFirst: boolean
}

type Environment = Pick<ClientEnvironment, 'local'> & { zone: string }

export async function loadAuditLog(
  client: Client,
  environment: Environment,
  query: URLSearchParams,
): Promise<NotIn | ({ is: 'in' } & AuditLog)> {
  const audience = adminHere(environment)
  if (!audience) return { is: 'guest', told: null }
  const filter = filterFrom(query)
  const after = Number(query.get('after')) || null
  const [admin, list] = await Promise.all([
    loadAdmin(client, audience),
    callListAuditLog(client, { ...filter, timezoneId: environment.zone, ...(after && { after }) }),
  ])
  if (admin.is !== 'in') return admin
  if (list.error !== null) return notIn(list)
  return { ...admin, ...list.data.data, filter, isFirst: after === null }
}

/** Leaves out what the call would refuse. */
function filterFrom(query: URLSearchParams): LogFilter {
  const [actor, object, day] = ['actor', 'object', 'day'].map((name) => query.get(name)?.trim() || null)
  const action = ACTIONS.find((one) => one === query.get('action'))
  return {
    ...(actor && /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|operator|unknown)$/.test(actor) && { actor }),
    ...(action && { action }),
    ...(object && { object: object.slice(0, 100) }),
    ...(day && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && { day }),
  }
}
