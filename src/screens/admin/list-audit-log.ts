/** Lists the audit log by actor, action, object and day, one page at a time. */
import { parseDocumentNumber } from '#domain/orders/document-number.ts'
import { startOfDay } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import {
  type AuditCriteria,
  type AuditEventRow,
  findOrderIdByNumber,
  listAdmins,
  listAuditEvents,
} from './queries/audit-log.ts'
import type { AuditEntry, AuditFilterQuery } from './wire/audit-log.ts'

const PAGE_SIZE = 50

export async function listAuditLog(
  { db }: Deps,
  { after, ...filter }: AuditFilterQuery & { after?: number | undefined },
) {
  const criteria = await toAuditCriteria(filter, (number) => findOrderIdByNumber(db, number))
  const [rows, allAdmins] = await Promise.all([
    listAuditEvents(db, criteria, { after: after ?? null, limit: PAGE_SIZE + 1 }),
    listAdmins(db),
  ])
  const pageRows = rows.slice(0, PAGE_SIZE)
  return {
    entries: pageRows.map(toEntry),
    admins: allAdmins,
    next: rows.length > PAGE_SIZE ? (pageRows.at(-1)?.id ?? null) : null,
  }
}

async function toAuditCriteria(
  { actor, action, only, object, day, timezoneId }: AuditFilterQuery,
  findOrder: (number: number) => Promise<string | null>,
): Promise<AuditCriteria> {
  const number = parseDocumentNumber(object ?? '')
  const orderId = number?.kind === 'order' ? await findOrder(number.number) : null
  return {
    actor: actor === 'operator' || actor === 'unknown' ? { kind: actor } : actor ? { id: actor } : null,
    action: action ?? null,
    hasViews: only !== 'changes',
    objectIds: object
      ? [...new Set([object.toLowerCase(), object.toUpperCase(), ...(orderId ? [orderId] : [])])]
      : null,
    from: day ? startOfDay(day, timezoneId) : null,
    until: day ? startOfDay(getNextDay(day), timezoneId) : null,
  }
}

function getNextDay(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

function toEntry(row: AuditEventRow): AuditEntry {
  return {
    eventId: row.id,
    at: row.at.toISOString(),
    actor: { kind: row.actor_kind, personId: row.actor_id, name: row.actor_name },
    action: row.action,
    object: { kind: row.object_kind, id: row.object_id, label: row.object_label },
    network: row.network,
    requestId: row.request_id,
    details: row.details,
  }
}
