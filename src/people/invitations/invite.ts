/** Invites an address to a role, sends an invitation again, and takes one back. docs/contract §47. */
import { toMailbox } from '#domain/contact.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { personById } from '#people/accounts/queries/people.ts'
import { type AuditEvent, recordEvent } from '#people/audit-log/record.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { type ActingPerson, getCourseTitle } from '#people/roles/queries.ts'
import { requireSiteAction } from '#people/roles/require-permission.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { type InvitedRole, isRoleOfCourse } from './invited-roles.ts'
import { roleInvitationMail } from './mail/role-invitation.ts'
import { getInvitation, listOpenInvitations, lockInvitation, putInvitation, revokeInvitation } from './queries.ts'
import type { Invitation } from './wire.ts'

const LISTED = 100

type Invited = { email: string; role: InvitedRole; courseCode: string | null }

/** The same answer for every address. An open invitation to the same role gets a new link. */
export async function inviteToRole(
  deps: Deps,
  admin: ActingPerson,
  { ip, ...invited }: Invited & { ip: string },
): Promise<Outcome<{ invitationId: string; expiresAt: string }>> {
  if (isRoleOfCourse(invited.role) !== (invited.courseCode !== null))
    return refused('FIELD_INVALID', { fields: { course: 'Please choose a course' } })
  const permitted = await requireInviter(deps.db, admin, invited.role)
  if (!permitted.ok) return permitted
  const limited = await limitInvitations(deps, admin, invited.email, ip)
  if (!limited.ok) return limited
  return inOneTransaction(deps.db, (tx) => send(deps, tx, admin, invited, 'person-invited'))
}

export async function sendAgain(
  deps: Deps,
  admin: ActingPerson,
  { invitationId, ip }: { invitationId: string; ip: string },
): Promise<Outcome<{ expiresAt: string }>> {
  const invitation = await getInvitation(deps.db, invitationId)
  if (!invitation) return refused('INVITATION_NOT_FOUND')
  const { email, course_code: courseCode } = invitation
  const role = invitation.role as InvitedRole
  const permitted = await requireInviter(deps.db, admin, role)
  if (!permitted.ok) return permitted
  // Before the transaction, because the limits have connections of their own.
  const limited = await limitInvitations(deps, admin, email, ip)
  if (!limited.ok) return limited
  return inOneTransaction(deps.db, async (tx): Promise<Outcome<{ expiresAt: string }>> => {
    if (!(await lockInvitation(tx, invitationId))) return refused('INVITATION_NOT_FOUND')
    return send(deps, tx, admin, { email, role, courseCode }, 'invitation-sent-again')
  })
}

export function takeBack(deps: Deps, admin: ActingPerson, invitationId: string): Promise<Outcome<null>> {
  return inOneTransaction(deps.db, async (tx): Promise<Outcome<null>> => {
    const invitation = await lockInvitation(tx, invitationId)
    if (!invitation) return refused('INVITATION_NOT_FOUND')
    const permitted = await requireInviter(tx, admin, invitation.role as InvitedRole)
    if (!permitted.ok) return permitted
    await revokeInvitation(tx, invitationId)
    await recordEvent(deps, tx, createEvent(admin, 'invitation-revoked', invitation.role, invitation.course_code))
    return accepted(null)
  })
}

export async function listInvitations(deps: Pick<Deps, 'db'>, admin: ActingPerson) {
  const [rows, manage] = await Promise.all([
    listOpenInvitations(deps.db, LISTED + 1),
    requireSiteAction(deps.db, admin, 'admin.manage'),
  ])
  const invitations = rows.slice(0, LISTED).map(
    (row): Invitation => ({
      invitationId: row.id,
      email: row.email,
      role: row.role,
      course: row.course_code === null ? null : { courseCode: row.course_code, title: row.title ?? row.course_code },
      invitedBy: row.inviter,
      sentAt: row.sent_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      isOver: row.is_over,
      isUndelivered: row.is_undelivered,
      mayChange: manage.ok || row.role !== 'community_admin',
    }),
  )
  return { invitations, hasMore: rows.length > LISTED, mayInviteAdmins: manage.ok }
}

/** Admins are invited by owners only. */
export function requireInviter(db: Db | Tx, admin: ActingPerson, role: InvitedRole): Promise<Outcome<null>> {
  return requireSiteAction(db, admin, role === 'community_admin' ? 'admin.manage' : 'role.give')
}

async function limitInvitations(
  { db }: Pick<Deps, 'db'>,
  { personId }: ActingPerson,
  email: string,
  ip: string,
): Promise<Outcome<null>> {
  const waitSeconds =
    (await consumeLimit(db, 'emailPerClient', ip)) ??
    (await consumeLimit(db, 'invitationPerPerson', personId)) ??
    (await consumeLimit(db, 'invitationPerRecipient', toMailbox(email)))
  return waitSeconds ? refused('RATE_LIMITED', { retryAfter: waitSeconds }) : accepted(null)
}

/** Only the hash of the new token is stored; the token is only in the e-mail. */
async function send(
  deps: Deps,
  tx: Tx,
  { personId }: ActingPerson,
  { email, role, courseCode }: Invited,
  action: 'person-invited' | 'invitation-sent-again',
): Promise<Outcome<{ invitationId: string; expiresAt: string }>> {
  const title = courseCode === null ? '' : await getCourseTitle(tx, courseCode)
  const inviter = await personById(tx, personId)
  if (title === null) return refused('COURSE_NOT_FOUND')
  if (!inviter) return refused('TOKEN_INVALID')
  const token = deps.secrets.newToken()
  const sent = await putInvitation(tx, {
    email,
    role,
    courseCode,
    tokenHash: deps.secrets.hash(token),
    invitedBy: personId,
  })
  const mail = roleInvitationMail({
    sender: deps.site.current,
    inviter: inviter.name || inviter.email,
    role,
    title,
    url: `${new URL('/invitation', deps.config.publicUrl).href}#token=${token}`,
  })
  const dedupeKey = `role-invitation:${sent.id}:${sent.sent_count}` as const
  await enqueueMail(tx, deps.jobs, { dedupeKey, to: email, ...mail })
  await recordEvent(deps, tx, createEvent({ personId }, action, role, courseCode))
  return accepted({ invitationId: sent.id, expiresAt: sent.expires_at.toISOString() })
}

/** The log has no address. */
function createEvent(
  { personId }: Pick<ActingPerson, 'personId'>,
  action: AuditEvent['action'],
  role: string,
  courseCode: string | null,
): AuditEvent {
  return {
    actor: { kind: 'admin', id: personId },
    action,
    object: { kind: 'people', id: null },
    details: { role, ...(courseCode && { course: courseCode }) },
  }
}
