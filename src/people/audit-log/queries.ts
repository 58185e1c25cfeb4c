/** The statements that write the audit log. The admin pages read it in screens/admin/queries/audit-log.ts. */
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { AuditEvent as Row } from '#platform/db/types.gen.ts'
import type { AuditAction, AuditObjectKind } from './actions.ts'

type NewAuditEvent = Omit<Insertable<Row>, 'details'> & { details: string }

export async function addAuditEvent(db: Db | Tx, event: NewAuditEvent): Promise<void> {
  await db.insertInto('audit_event').values(event).execute()
}

/** audit_event_actor; the newest events of the person first */
export async function hasAuditEventSince(db: Db, event: NewAuditEvent, minutes: number): Promise<boolean> {
  const row = await db
    .selectFrom('audit_event')
    .select('id')
    .where('actor_id', '=', event.actor_id ?? null)
    .where('action', '=', event.action)
    .where('object_kind', '=', event.object_kind)
    .where(sql<boolean>`object_id is not distinct from ${event.object_id ?? null}`)
    .where(sql<boolean>`network_hash is not distinct from ${event.network_hash ?? null}`)
    .where(sql<boolean>`details = ${event.details}::jsonb`)
    .where('at', '>', sql<Date>`now() - ${minutes} * interval '1 minute'`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** audit_event_actor; all events of a person, for their data export */
export function listEventsByPerson(db: Db, personId: string) {
  return db
    .selectFrom('audit_event')
    .select(['at', 'action', 'object_kind', 'object_id', 'details'])
    .where('actor_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(10_000)
    .execute()
}

/** In the transaction of a restore, whose client is not that of the program. */
export async function addRestoreEvent(
  client: { query(statement: string, values: unknown[]): Promise<unknown> },
  action: AuditAction,
  object: AuditObjectKind,
  details: Readonly<Record<string, string | number>>,
): Promise<void> {
  await client.query(
    "insert into audit_event (actor_kind, action, object_kind, details) values ('operator', $1, $2, $3)",
    [action, object, JSON.stringify(details)],
  )
}
