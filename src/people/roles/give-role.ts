/** Gives a person a role, after the effects were read. Also gives a course to another creator. docs/contract §47. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { type CourseRole, isAdminRole } from '#domain/permission.ts'
import type { Deps } from '#http/deps.ts'
import { changeWithEffects, type Effect, type Effects } from '#http/effects/change-with-effects.ts'
import type { Confirmation } from '#http/effects/effects.ts'
import { lockPerson, lockPersonForShare, setRoles } from '#people/accounts/queries/people.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { Tx } from '#platform/db/db.ts'
import { lockChoice } from './lock-choice.ts'
import {
  type ActingPerson,
  allowCourseMaking,
  countLearnersOfCourse,
  deleteCourseRole,
  getCourseCreator,
  getCourseRole,
  getCourseTitle,
  getSiteRole,
  hasOtherOwner,
  isShownAsTeacher,
  putCourseRole,
  setAdminRole,
} from './queries.ts'
import { requireSiteAction } from './require-permission.ts'
import { isAdminChoice, isCourseChoice, type RoleChoice, toRoleDetails } from './role-choice.ts'

type GiveRoleInput = Confirmation & {
  personId: string
  choice: RoleChoice
  /** The creator before stays as co-teacher. */
  keepsFormer: boolean
}
type Person = NonNullable<Awaited<ReturnType<typeof lockPerson>>>
type Gift<Choice> = { person: Person; choice: Choice; by: string; keepsFormer: boolean }

export function giveRole(
  deps: Deps,
  admin: ActingPerson,
  { personId, choice, keepsFormer, ...confirmation }: GiveRoleInput,
): Promise<Outcome<Effects>> {
  const change = { give: choice, personId, keepsFormer }
  return changeWithEffects(deps.db, { change, ...confirmation }, async (tx) => {
    await lockChoice(tx, choice)
    const permitted = await requireSiteAction(tx, admin, isAdminChoice(choice) ? 'admin.manage' : 'role.give')
    if (!permitted.ok) return permitted
    const person = await lockPerson(tx, personId)
    if (!person) return refused('PERSON_NOT_FOUND')
    const by = admin.personId
    const given = isCourseChoice(choice)
      ? await giveCourseRole(tx, { person, choice, by, keepsFormer })
      : await giveSiteRole(tx, { person, choice, by, keepsFormer })
    if (!given.ok) return given
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: by },
      action: 'role-given',
      object: { kind: 'account', id: personId },
      details: toRoleDetails(choice),
    })
    return given
  })
}

async function giveSiteRole(
  tx: Tx,
  { person, choice, by }: Gift<Extract<RoleChoice, { courseCode: null }>>,
): Promise<Outcome<Effect[]>> {
  const { role } = choice
  const name = nameOf(person)
  const current = await getSiteRole(tx, person.id)
  if (current === role || (role === 'creator' && current !== null)) return refused('ROLE_HELD')
  if (role === 'creator') {
    await allowCourseMaking(tx, person.id, by)
    return accepted([effect('role-given', `${name} may make courses. The courses of others stay closed.`)])
  }
  if (current === 'owner' && !(await hasOtherOwner(tx, person.id))) return refused('LAST_OWNER')
  await makeAdmin(tx, { person, role, by })
  const access = [
    role === 'owner'
      ? effect('role-given', `${name} may do everything, and also give and take the roles of owners and admins.`)
      : current === 'owner'
        ? effect('role-removed', `${name} is no longer an owner, and stays an admin.`)
        : effect(
            'role-given',
            `${name} sees all people, orders and e-mails, and may refund orders and change every course.`,
          ),
  ]
  const password = person.password_hash
    ? []
    : [
        effect(
          'password-missing',
          `${name} has no password yet. Admins need one: “Forgot it?” on the log-in page sets it.`,
        ),
      ]
  return accepted([...access, ...password])
}

/** `person.roles` makes the row of the role, which then gets its kind. Under the lock of the owners. */
export async function makeAdmin(
  tx: Tx,
  { person, role, by }: { person: { id: string; roles: string[] }; role: 'owner' | 'community_admin'; by: string },
): Promise<void> {
  await setRoles(tx, person.id, [...new Set([...person.roles, 'community-admin'])])
  await setAdminRole(tx, { personId: person.id, role, grantedBy: by })
}

const COURSE_ACCESS: Readonly<Record<CourseRole, (name: string, title: string) => string>> = {
  creator: (name, title) => `${name} decides about ${title}: its content, dates, prices, codes and seats.`,
  co_teacher: (name, title) => `${name} may edit ${title} and its dates, and write to its learners.`,
  assistant: (name, title) => `${name} sees the learners of ${title}, and runs its sessions.`,
}

async function giveCourseRole(
  tx: Tx,
  { person, choice, by, keepsFormer }: Gift<Extract<RoleChoice, { courseCode: string }>>,
): Promise<Outcome<Effect[]>> {
  const { role, courseCode } = choice
  const title = await getCourseTitle(tx, courseCode)
  if (title === null) return refused('COURSE_NOT_FOUND')
  const current = await getCourseRole(tx, person.id, courseCode)
  if (current === role) return refused('ROLE_HELD')
  const effects = [effect('role-given', COURSE_ACCESS[role](nameOf(person), title))]
  if (role === 'creator') effects.push(...(await replaceCreator(tx, { courseCode, title, by, keepsFormer })))
  if (role === 'assistant' && current) effects.push(await describeLoweredRole(tx, person, title))
  if (current === 'creator') effects.push(describeOrphan(title))
  await putCourseRole(tx, { personId: person.id, courseCode, role, grantedBy: by })
  return accepted(effects)
}

/** A course has one creator, so the one before goes first. */
async function replaceCreator(
  tx: Tx,
  { courseCode, title, by, keepsFormer }: { courseCode: string; title: string; by: string; keepsFormer: boolean },
): Promise<Effect[]> {
  const former = await getCourseCreator(tx, courseCode)
  const learners = await countLearnersOfCourse(tx, courseCode)
  const stays = learners > 0 ? [effect('seats-stay', describeLearners(learners), learners)] : []
  if (!former) return stays
  const name = nameOf(former)
  // The account may be erased meanwhile, with its roles.
  if (keepsFormer && !(await lockPersonForShare(tx, former.id))) return stays
  if (keepsFormer) await putCourseRole(tx, { personId: former.id, courseCode, role: 'co_teacher', grantedBy: by })
  else await deleteCourseRole(tx, { personId: former.id, courseCode, role: 'creator' })
  return [
    effect(
      'creator-replaced',
      keepsFormer ? `${name} stays as co-teacher.` : await describeLostCourse(tx, former, title),
    ),
    ...stays,
    ...((await isShownAsTeacher(tx, former.id, courseCode))
      ? [
          effect(
            'teacher-shown',
            `The page of the course still names ${name} as a teacher. You can change that in the studio.`,
          ),
        ]
      : []),
  ]
}

type Named = { id: string; name: string; email: string }

/** Owners and admins open every course. */
export async function describeLostCourse(tx: Tx, person: Named, title: string): Promise<string> {
  const name = nameOf(person)
  return isAdminRole(await getSiteRole(tx, person.id))
    ? `${name} has no role in ${title} any more, and still opens it as an admin.`
    : `${name} can no longer open ${title} in the studio.`
}

async function describeLoweredRole(tx: Tx, person: Named, title: string): Promise<Effect> {
  const can = isAdminRole(await getSiteRole(tx, person.id)) ? 'still edits it as an admin' : 'can no longer edit it'
  return effect(
    'role-lowered',
    `The role replaces the one before: ${nameOf(person)} was an editor of ${title}, and ${can}.`,
  )
}

export const describeOrphan = (title: string): Effect =>
  effect(
    'course-orphaned',
    `${title} has no creator then. It belongs to the owners of the site until you give it to somebody.`,
  )

const KEPT_OF_COURSE =
  'Dates and orders stay. What the course has earned is on the home of its new creator from now on.'

const describeLearners = (count: number): string =>
  count === 1 ? `1 learner keeps the seat. ${KEPT_OF_COURSE}` : `${count} learners keep their seats. ${KEPT_OF_COURSE}`

export const effect = (code: string, message: string, count = 1): Effect => ({ code, count, message })
export const nameOf = ({ name, email }: { name: string; email: string }): string => name || email
