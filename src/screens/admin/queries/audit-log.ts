/** SQL statements of the audit log page. */
import { type RawBuilder, sql } from 'kysely'
import { AUDIT_VIEWS, type AuditAction, type AuditActorKind, type AuditObjectKind } from '#people/audit-log/actions.ts'
import type { Db } from '#platform/db/db.ts'

export type AuditCriteria = {
  actor: { id: string } | { kind: 'operator' | 'unknown' } | null
  action: AuditAction | null
  hasViews: boolean
  /** Matches events whose object has one of these ids. */
  objectIds: readonly string[] | null
  from: Date | null
  until: Date | null
}

export type AuditEventRow = {
  id: number
  at: Date
  actor_kind: AuditActorKind
  actor_id: string | null
  actor_name: string | null
  action: AuditAction
  object_kind: AuditObjectKind
  object_id: string | null
  object_label: string | null
  network: string | null
  request_id: string | null
  details: Record<string, string | number | boolean | null>
}

/** Indexes: primary key, audit_event_actor, audit_event_action, audit_event_object or audit_event_at; primary keys for the names. */
export async function listAuditEvents(
  db: Db,
  criteria: AuditCriteria,
  { after, limit }: { after: number | null; limit: number },
): Promise<AuditEventRow[]> {
  const { rows } = await sql<AuditEventRow>`
    with found as (select * from audit_event a ${buildWhere(criteria, after)} order by a.id desc limit ${limit})
    select f.id, f.at, f.actor_kind, f.actor_id::text, actor.name as actor_name, f.action, f.object_kind, f.object_id,
      coalesce('U-' || o.number, owner.name, c.cohort_code, s.email, certificate.number, m.title, seat_person.name, mail.subject,
        case f.object_kind when 'course' then f.object_id end) as object_label,
      left(encode(f.network_hash, 'hex'), 8) as network, f.request_id, f.details
    from found f
    left join person actor on actor.id = f.actor_id
    left join orders o on o.id = case when f.object_kind = 'order' then f.object_id::uuid end
    left join person owner on owner.id = case when f.object_kind = 'account' then f.object_id::uuid end
    left join cohort c on f.object_kind = 'cohort' and c.cohort_code = f.object_id
    left join certificate on certificate.id = case when f.object_kind = 'certificate' then f.object_id::uuid end
    left join support_conversation s on s.id = case when f.object_kind = 'conversation' then f.object_id::uuid end
    left join cohort_session m on m.id = case when f.object_kind = 'session' then f.object_id::uuid end
    left join enrolment e on e.id = case when f.object_kind = 'enrolment' then f.object_id::uuid end
    left join mail on mail.id = case when f.object_kind = 'mail' then f.object_id::uuid end
    left join person seat_person on seat_person.id = e.person_id
    order by f.id desc`.execute(db)
  return rows
}

function buildWhere(
  { actor, action, hasViews, objectIds, from, until }: AuditCriteria,
  after: number | null,
): RawBuilder<unknown> {
  const clauses = [
    ...(after === null ? [] : [sql`a.id < ${after}`]),
    ...(actor && 'id' in actor ? [sql`a.actor_id = ${actor.id}`] : []),
    ...(actor && 'kind' in actor ? [sql`a.actor_id is null and a.actor_kind = ${actor.kind}`] : []),
    ...(action ? [sql`a.action = ${action}`] : []),
    ...(hasViews ? [] : [sql`a.action <> all(${[...AUDIT_VIEWS]}::text[])`]),
    ...(objectIds ? [sql`a.object_id = any(${[...objectIds]}::text[])`] : []),
    ...(from ? [sql`a.at >= ${from}`] : []),
    ...(until ? [sql`a.at < ${until}`] : []),
  ]
  return clauses.length > 0 ? sql`where ${sql.join(clauses, sql` and `)}` : sql``
}

/** unique (number) */
export async function findOrderIdByNumber(db: Db, number: number): Promise<string | null> {
  const row = await db.selectFrom('orders').select('id').where('number', '=', number).executeTakeFirst()
  return row?.id ?? null
}

/** Sequential scan of person: the audit log page is rarely opened. */
export function listAdmins(db: Db): Promise<{ personId: string; name: string }[]> {
  return db
    .selectFrom('person')
    .select(['id as personId', 'name'])
    .where(sql<boolean>`'community-admin' = any(roles)`)
    .orderBy('name')
    .execute()
}
