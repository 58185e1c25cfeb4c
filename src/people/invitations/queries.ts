/** Every statement about invitations to roles. Times come from the database clock. */
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import type { InvitedRole } from './invited-roles.ts'

const now = sql<Date>`now()`
/** docs/contract §47. */
const expiry = sql<Date>`now() + interval '14 days'`

type NewInvitation = {
  email: string
  role: InvitedRole
  courseCode: string | null
  tokenHash: Buffer
  invitedBy: string
}
type Sent = { id: string; sent_count: number; expires_at: Date }

/** role_invitation_open; an open one to the same role is sent again, by whoever invites now */
export async function putInvitation(tx: Tx, invitation: NewInvitation): Promise<Sent> {
  const { rows } = await sql<Sent>`
    insert into role_invitation (email, role, course_code, token_hash, invited_by, expires_at)
    values (${invitation.email}, ${invitation.role}, ${invitation.courseCode}, ${invitation.tokenHash},
      ${invitation.invitedBy}, ${expiry})
    on conflict (email, role, coalesce(course_code, '')) where accepted_at is null and revoked_at is null
    do update set token_hash = excluded.token_hash, invited_by = excluded.invited_by, expires_at = excluded.expires_at,
      sent_at = now(), sent_count = role_invitation.sent_count + 1
    returning id, sent_count, expires_at`.execute(tx)
  return rows[0]!
}

/** primary key; an invitation that nobody has accepted or taken back, locked */
export const lockInvitation = (tx: Tx, id: string) => selectOpen(tx, id).forUpdate().executeTakeFirst()

/** As lockInvitation, without the lock. */
export const getInvitation = (db: Db, id: string) => selectOpen(db, id).executeTakeFirst()

function selectOpen(db: Db | Tx, id: string) {
  return db
    .selectFrom('role_invitation')
    .select(['id', 'email', 'role', 'course_code'])
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
}

/** primary key */
export async function revokeInvitation(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('role_invitation').set({ revoked_at: now }).where('id', '=', id).execute()
}

type OpenInvitation = {
  id: string
  email: string
  role: InvitedRole
  course_code: string | null
  title: string | null
  inviter: string | null
  sent_at: Date
  expires_at: Date
  is_over: boolean
  is_undelivered: boolean
}

/**
 * The table has no rows that ended more than 30 days ago. The newest first. Primary key of site_role, unique
 * mail.dedupe_key. One is over as well when its inviter may not give the role any more (`requireInviter`).
 */
export async function listOpenInvitations(db: Db, limit: number): Promise<OpenInvitation[]> {
  const { rows } = await sql<OpenInvitation>`
    select i.id, i.email, i.role, i.course_code, c.title, coalesce(nullif(p.name, ''), p.email) as inviter,
      i.sent_at, i.expires_at,
      i.expires_at <= now() or not coalesce(case i.role when 'community_admin' then r.role = 'owner'
        else r.role in ('owner', 'community_admin') end, false) as is_over,
      exists (select from mail where mail.dedupe_key = 'role-invitation:' || i.id || ':' || i.sent_count
        and mail.replaced_at is null and mail.state in ('failed', 'suppressed')) as is_undelivered
    from role_invitation i left join course c using (course_code)
      left join person p on p.id = i.invited_by and p.deleted_at is null
      left join site_role r on r.person_id = p.id
    where i.accepted_at is null and i.revoked_at is null order by i.sent_at desc, i.id desc limit ${limit}`.execute(db)
  return rows
}

/** unique token_hash; an invitation that still works */
export function findInvitation(db: Db | Tx, tokenHash: Buffer) {
  return db
    .selectFrom('role_invitation as i')
    .innerJoin('person as inviter', 'inviter.id', 'i.invited_by')
    .leftJoin('course', 'course.course_code', 'i.course_code')
    .select(['i.id', 'i.email', 'i.role', 'i.course_code', 'course.title', 'i.expires_at'])
    .select(['inviter.id as inviter_id', 'inviter.name as inviter_name', 'inviter.email as inviter_email'])
    .where('i.token_hash', '=', tokenHash)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .executeTakeFirst()
}

/** unique token_hash; of two parallel calls with the same link only one gets true */
export async function consumeInvitation(tx: Tx, tokenHash: Buffer, personId: string): Promise<boolean> {
  const row = await tx
    .updateTable('role_invitation')
    .set({ accepted_at: now, accepted_by: personId })
    .where('token_hash', '=', tokenHash)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Few rows; for the data export: those to the person, and those that the person sent, without their addresses. */
export async function listInvitationsForExport(db: Db, { id, email }: { id: string; email: string }) {
  const { rows } = await sql<Record<string, unknown>>`
    select role, course_code, created_at, sent_at, expires_at, accepted_at, revoked_at,
      case when email = ${email} or accepted_by = ${id} then email end as email, invited_by is not distinct from ${id} as sent_by_me
    from role_invitation where email = ${email} or accepted_by = ${id} or invited_by = ${id} order by created_at`.execute(
    db,
  )
  return rows
}

/** Few rows. An open invitation by the person stops working. */
export async function forgetInvitations(tx: Tx, { id, email }: { id: string; email: string }): Promise<void> {
  await tx
    .deleteFrom('role_invitation')
    .where((is) => is.or([is('email', '=', email), is('accepted_by', '=', id)]))
    .execute()
  await tx.updateTable('role_invitation').set({ invited_by: null }).where('invited_by', '=', id).execute()
}
