/** The audit log by actor, action, object and day, a page at a time. */
import { startOfDay } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { admins, auditEvents, type EventRow, orderIdByNumber, type Wanted } from './queries/audit-log.ts'
import type { Entry, Filter } from './wire/audit-log.ts'

const PAGE = 50

export async function listAuditLog({ db }: Deps, { after, ...filter }: Filter & { after?: number | undefined }) {
  const wanted = await wantedBy(filter, (number) => orderIdByNumber(db, number))
  const [rows, everybody] = await Promise.all([
    auditEvents(db, wanted, { after: after ?? null, limit: PAGE + 1 }),
    admins(db),
  ])
  const shown = rows.slice(0, PAGE)
  return {
    entries: shown.map(toEntry),
    admins: everybody,
    next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  }
}

async function wantedBy(
  { actor, action, object, day, timezoneId }: Filter,
  findOrder: (number: number) => Promise<string | null>,
): Promise<Wanted> {
  const number = /^(?:u-?)?(\d{1,15})$/i.exec(object ?? '')?.[1]
  const orderId = number ? await findOrder(Number(number)) : null
  return {
    actor: actor === 'operator' || actor === 'unknown' ? { kind: actor } : actor ? { id: actor } : null,
    action: action ?? null,
    objectIds: object
      ? [...new Set([object.toLowerCase(), object.toUpperCase(), ...(orderId ? [orderId] : [])])]
      : null,
    from: day ? startOfDay(day, timezoneId) : null,
    until: day ? startOfDay(dayAfter(day), timezoneId) : null,
  }
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

function toEntry(row: EventRow): Entry {
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
