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

/** Site roles need an admin session. Course roles work with either session. */
async function getRoles(db: Db | Tx, { personId, audience }: ActingPerson, courseCode: string): Promise<Roles> {
  const [site, course] = await Promise.all([
    audience === 'admin' ? getSiteRole(db, personId) : null,
    getCourseRole(db, personId, courseCode),
  ])
  return { site, course }
}
