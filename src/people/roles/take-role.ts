/** Takes a role from a person, after the effects were read. The last owner stays. docs/contract §47. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { changeWithEffects, type Effect, type Effects } from '#http/effects/change-with-effects.ts'
import type { Confirmation } from '#http/effects/effects.ts'
import { lockPerson, setRoles } from '#people/accounts/queries/people.ts'
import { endAdminSessions } from '#people/accounts/queries/sessions.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { Tx } from '#platform/db/db.ts'
import { describeLostCourse, describeOrphan, effect, nameOf } from './give-role.ts'
import { lockChoice } from './lock-choice.ts'
import {
  type ActingPerson,
  countCoursesOfCreator,
  deleteCourseRole,
  forbidCourseMaking,
  getCourseTitle,
  getSiteRole,
  hasCourseRole,
  hasOtherOwner,
} from './queries.ts'
import { requireSiteAction } from './require-permission.ts'
import { isAdminChoice, isCourseChoice, type RoleChoice, toRoleDetails } from './role-choice.ts'

type Person = NonNullable<Awaited<ReturnType<typeof lockPerson>>>

export function takeRole(
  deps: Deps,
  admin: ActingPerson,
  { personId, choice, ...confirmation }: Confirmation & { personId: string; choice: RoleChoice },
): Promise<Outcome<Effects>> {
  return changeWithEffects(deps.db, { change: { take: choice, personId }, ...confirmation }, async (tx) => {
    await lockChoice(tx, choice)
    const permitted = await requireSiteAction(tx, admin, isAdminChoice(choice) ? 'admin.manage' : 'role.give')
    if (!permitted.ok) return permitted
    const person = await lockPerson(tx, personId)
    if (!person) return refused('PERSON_NOT_FOUND')
    const taken = isCourseChoice(choice)
      ? await takeCourseRole(tx, person, choice)
      : await takeSiteRole(tx, person, choice)
    if (!taken.ok) return taken
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: admin.personId },
      action: 'role-removed',
      object: { kind: 'account', id: personId },
      details: toRoleDetails(choice),
    })
    return taken
  })
}

async function takeSiteRole(
  tx: Tx,
  person: Person,
  choice: Extract<RoleChoice, { courseCode: null }>,
): Promise<Outcome<Effect[]>> {
  if ((await getSiteRole(tx, person.id)) !== choice.role) return refused('ROLE_MISSING')
  const name = nameOf(person)
  const courses = await countCoursesOfCreator(tx, person.id)
  const teaches = await hasCourseRole(tx, person.id)
  if (!isAdminChoice(choice)) {
    await forbidCourseMaking(tx, person.id)
    const message =
      courses > 0
        ? `${name} may still make courses, as the creator of ${courses === 1 ? 'a course' : `${courses} courses`}.`
        : `${name} can make no new courses.`
    return accepted([effect('role-removed', message)])
  }
  if (choice.role === 'owner' && !(await hasOtherOwner(tx, person.id))) return refused('LAST_OWNER')
  // An admin who could make courses before may not any more, so only a course keeps the studio open.
  const stays = (role: string) => role !== 'community-admin' && (role !== 'creator' || teaches)
  await setRoles(tx, person.id, person.roles.filter(stays))
  const ended = await endAdminSessions(tx, person.id)
  return accepted([
    effect(
      'role-removed',
      `${name} can no longer open people, orders, e-mails and the courses of others${courses > 0 ? '.' : ', and can make no new courses.'}`,
    ),
    ...(ended > 0
      ? [
          effect(
            'sessions-end',
            ended === 1 ? '1 log-in as admin ends now.' : `${ended} log-ins as admin end now.`,
            ended,
          ),
        ]
      : []),
    ...(courses > 0
      ? [
          effect(
            'courses-stay',
            `${name} stays the creator of ${courses === 1 ? '1 course' : `${courses} courses`}.`,
            courses,
          ),
        ]
      : []),
  ])
}

async function takeCourseRole(
  tx: Tx,
  person: Person,
  { role, courseCode }: Extract<RoleChoice, { courseCode: string }>,
): Promise<Outcome<Effect[]>> {
  const title = await getCourseTitle(tx, courseCode)
  if (title === null) return refused('COURSE_NOT_FOUND')
  if (!(await deleteCourseRole(tx, { personId: person.id, courseCode, role }))) return refused('ROLE_MISSING')
  return accepted([
    effect('role-removed', await describeLostCourse(tx, person, title)),
    ...(role === 'creator' ? [describeOrphan(title)] : []),
  ])
}
