/**
 * The link of an invitation. It proves the mailbox, so it gives the role to the account of its address, and makes the
 * account if there is none. It logs nobody in: a person without a password chooses one next. docs/contract §47.
 */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { type CourseRole, isAdminRole } from '#domain/permission.ts'
import type { Deps } from '#http/deps.ts'
import { createWelcomeTokenIfNeeded } from '#people/accounts/password/set-password.ts'
import { adoptUnverifiedPerson } from '#people/accounts/queries/identity.ts'
import { getOrCreatePerson, lockPerson, personByEmail } from '#people/accounts/queries/people.ts'
import { endPersonSessions } from '#people/accounts/queries/sessions.ts'
import { deleteSignUps } from '#people/accounts/queries/sign-ups.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { makeAdmin } from '#people/roles/give-role.ts'
import {
  allowCourseMaking,
  getCourseRole,
  getSiteRole,
  lockCourseCreator,
  lockOwners,
  putCourseRole,
} from '#people/roles/queries.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { requireInviter } from './invite.ts'
import type { InvitedRole } from './invited-roles.ts'
import { consumeInvitation, findInvitation } from './queries.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findInvitation>>> & { role: InvitedRole }

/** What the page shows before the person accepts. Changes nothing, so that a program that opens links changes nothing. */
export async function readInvitation(deps: Deps, { token, ip }: { token: string; ip: string }) {
  const waitSeconds = await consumeLimit(deps.db, 'emailedLink', ip)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
  const invitation = await findWorking(deps.db, deps.secrets.hash(token))
  if (!invitation) return refused('VERIFICATION_INVALID')
  const { email, role, course_code: courseCode, title } = invitation
  return accepted({
    email,
    role,
    course: courseCode === null ? null : { courseCode, title: title ?? courseCode },
    invitedBy: invitation.inviter_name || invitation.inviter_email,
    expiresAt: invitation.expires_at.toISOString(),
    needsName: !(await personByEmail(deps.db, email)),
  })
}

export async function acceptInvitation(
  deps: Deps,
  { token, name, ip }: { token: string; name?: string | undefined; ip: string },
): Promise<Outcome<{ isAdmin: boolean; passwordToken: string | null }>> {
  const waitSeconds = await consumeLimit(deps.db, 'emailedLink', ip)
  if (waitSeconds) return refused('RATE_LIMITED', { retryAfter: waitSeconds })
  const hash = deps.secrets.hash(token)
  return inOneTransaction(deps.db, async (tx): Promise<Outcome<{ isAdmin: boolean; passwordToken: string | null }>> => {
    // Before a person is locked, as all changes of admins.
    await lockOwners(tx)
    const invitation = await findWorking(tx, hash)
    if (!invitation) return refused('VERIFICATION_INVALID', { reason: 'used, taken back or expired' })
    if (invitation.course_code) await lockCourseCreator(tx, invitation.course_code)
    if (!name && !(await personByEmail(tx, invitation.email)))
      return refused('FIELD_INVALID', { fields: { name: 'Name is required' } })
    const contact = { email: invitation.email, name: name ?? '', phoneNumber: null, timezoneId: null }
    const { id } = await getOrCreatePerson(tx, contact)
    const person = await lockPerson(tx, id)
    if (!person || !(await consumeInvitation(tx, hash, id)))
      return refused('VERIFICATION_INVALID', { reason: 'used in the meantime' })
    // Earlier sessions and sign-ups of an address that nobody had proved may be a stranger's.
    if (await adoptUnverifiedPerson(tx, id)) {
      await endPersonSessions(tx, id, 'password-reset')
      await deleteSignUps(tx, person.email)
    }
    await takeUp(tx, person, invitation)
    await recordEvent(deps, tx, {
      actor: { kind: 'learner', id },
      action: 'invitation-accepted',
      object: { kind: 'account', id },
      details: {
        role: invitation.role,
        ...(invitation.course_code && { course: invitation.course_code }),
        person: invitation.inviter_id,
      },
    })
    const passwordToken = await createWelcomeTokenIfNeeded(tx, deps.secrets, id)
    return accepted({ isAdmin: invitation.role === 'community_admin', passwordToken })
  })
}

/** An invitation works only while the person who sent it may give the role. */
async function findWorking(db: Db | Tx, hash: Buffer): Promise<Found | null> {
  const found = await findInvitation(db, hash)
  if (!found) return null
  const role = found.role as InvitedRole
  const inviter = { personId: found.inviter_id, audience: 'admin' } as const
  return (await requireInviter(db, inviter, role)).ok ? { ...found, role } : null
}

const COURSE_RANKS: Readonly<Record<CourseRole, number>> = { creator: 3, co_teacher: 2, assistant: 1 }

/** A person who has the role or a higher one keeps it. */
async function takeUp(
  tx: Tx,
  person: { id: string; roles: string[] },
  { role, course_code: courseCode, inviter_id: by }: Found,
): Promise<void> {
  if (role === 'creator') return allowCourseMaking(tx, person.id, by)
  if (role === 'community_admin')
    return isAdminRole(await getSiteRole(tx, person.id)) ? undefined : makeAdmin(tx, { person, role, by })
  if (courseCode === null) throw new TypeError('an invitation to a course names its course')
  const current = await getCourseRole(tx, person.id, courseCode)
  if (current && COURSE_RANKS[current] >= COURSE_RANKS[role]) return
  await putCourseRole(tx, { personId: person.id, courseCode, role, grantedBy: by })
}
