/** Decides whether a person may do an action on a course. docs/contract §19. */

import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { type Action, can, isAdminRole, type Roles } from '#domain/permission.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { type ActingPerson, getCourseRole, getSiteRole, isCreatorOfACourse } from './queries.ts'

/** Refuses a foreign course like a missing one. Refuses an own course without the needed role with `ROLE_NEEDED`. */
export async function requirePermission(
  db: Db | Tx,
  member: ActingPerson,
  action: Action,
  courseCode: string,
): Promise<Outcome<Roles>> {
  const roles = await getRoles(db, member, courseCode)
  if (can(roles, action)) return accepted(roles)
  return refused(can(roles, 'course.read') ? 'ROLE_NEEDED' : 'COURSE_NOT_FOUND')
}

/** Refuses with `ROLE_NEEDED` a person who may not make courses: those who may run the site, or made one before. */
export async function requireCourseMaker(db: Db | Tx, { personId, audience }: ActingPerson): Promise<Outcome<null>> {
  const site = await getSiteRole(db, personId)
  const isMaker = site === 'creator' || (audience === 'admin' && isAdminRole(site))
  return isMaker || (await isCreatorOfACourse(db, personId)) ? accepted(null) : refused('ROLE_NEEDED')
}

/** For actions of the site. Refuses with `OWNER_NEEDED` what only owners may do. */
export async function requireSiteAction(
  db: Db | Tx,
  { personId, audience }: ActingPerson,
  action: Action,
): Promise<Outcome<null>> {
  const site = audience === 'admin' ? await getSiteRole(db, personId) : null
  return can({ site, course: null }, action) ? accepted(null) : refused('OWNER_NEEDED')
}

/** The account of an owner or a community admin is changed by owners only, that of any other person by both. */
export async function requireActionOn(
  db: Db | Tx,
  member: ActingPerson,
  action: Action,
  personId: string,
): Promise<Outcome<null>> {
  const isAdmin = isAdminRole(await getSiteRole(db, personId))
  const permitted = await requireSiteAction(db, member, action)
  return permitted.ok && isAdmin ? requireSiteAction(db, member, 'admin.manage') : permitted
}

/** Site roles need an admin session. Course roles work with either session. */
async function getRoles(db: Db | Tx, { personId, audience }: ActingPerson, courseCode: string): Promise<Roles> {
  const [site, course] = await Promise.all([
    audience === 'admin' ? getSiteRole(db, personId) : null,
    getCourseRole(db, personId, courseCode),
  ])
  return { site, course }
}
