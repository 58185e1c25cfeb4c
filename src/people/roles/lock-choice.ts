/** The order of locks of all changes of roles. docs/contract §47. */
import type { Tx } from '#platform/db/db.ts'
import { lockCourseCreator, lockOwners } from './queries.ts'
import { isAdminChoice, isCourseChoice, type RoleChoice } from './role-choice.ts'

/** Before a person is locked: a change of a course's creator also writes the person who has the course now. */
export async function lockChoice(tx: Tx, choice: RoleChoice): Promise<void> {
  if (isAdminChoice(choice)) await lockOwners(tx)
  if (isCourseChoice(choice)) await lockCourseCreator(tx, choice.courseCode)
}
