/** The statements that write the audit log. The pages of admins read it by features/admin/queries/audit-log.ts. */
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { AuditEvent as Row } from '#platform/db/types.gen.ts'

type NewEvent = Omit<Insertable<Row>, 'details'> & { details: string }

export async function addEvent(db: Db | Tx, event: NewEvent): Promise<void> {
  await db.insertInto('audit_event').values(event).execute()
}

/** audit_event_actor; the newest of the person first */
export async function hasEventSince(db: Db, event: NewEvent, minutes: number): Promise<boolean> {
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

/** audit_event_actor; what a person did, for the export of their data */
export function eventsBy(db: Db, personId: string) {
  return db
    .selectFrom('audit_event')
    .select(['at', 'action', 'object_kind', 'object_id', 'details'])
    .where('actor_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(10_000)
    .execute()
}
