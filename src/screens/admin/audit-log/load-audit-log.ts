/** Loads the audit log by the filters in the URL. */
import type { RequestQuery } from '#http/endpoint.ts'
import type { AppRequest } from '#people/app-shell/app-request.ts'
import { type ListDetailData, loadListDetail } from '#people/app-shell/load-list-detail.ts'
import { AUDIT_ACTIONS } from '#people/audit-log/actions.ts'
import { type AuditEntry, listAuditLog } from '../wire/audit-log.ts'

/** Views are left out unless everything or one action is asked for. */
export type AuditLogFilter = Pick<RequestQuery<typeof listAuditLog>, 'actor' | 'action' | 'object' | 'day'> & {
  show?: 'all'
}
type AuditLogList = {
  entries: AuditEntry[]
  admins: { personId: string; name: string }[]
  /** Cursor of the next page: the id of the last event on this page. */
  next: number | null
}
export type AuditLogPageData = ListDetailData<AuditLogList> & { filter: AuditLogFilter }

export async function loadAuditLog(request: AppRequest): Promise<AuditLogPageData> {
  const { client, query, timeZone } = request
  const filter = parseFilter(query)
  const { show, ...criteria } = filter
  const hasViews = show === 'all' || criteria.action
  const log = await loadListDetail<AuditLogList>(request, {
    list: (after) =>
      client.call(listAuditLog, {
        auth: 'admin',
        query: {
          ...criteria,
          ...(!hasViews && { only: 'changes' }),
          timezoneId: timeZone,
          ...(Number(after) && { after: Number(after) }),
        },
      }),
  })
  return { ...log, filter }
}

/** Drops values that the endpoint would refuse. */
function parseFilter(query: URLSearchParams): AuditLogFilter {
  const [actor, object, day] = ['actor', 'object', 'day'].map((name) => query.get(name)?.trim() || null)
  const action = AUDIT_ACTIONS.find((one) => one === query.get('action'))
  return {
    ...(actor && /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|operator|unknown)$/.test(actor) && { actor }),
    ...(action && { action }),
    ...(query.get('show') === 'all' && { show: 'all' }),
    ...(object && { object: object.slice(0, 100) }),
    ...(day && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) && { day }),
  }
}
