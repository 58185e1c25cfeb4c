/** Makes a person the creator of courses that have none. */

import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { Tx } from '#platform/db/db.ts'
import { listCoursesWithoutCreator, putCourseRole } from './queries.ts'

/** Returns the codes of the courses that were given. Courses with a creator keep their creator. */
export async function giveCourses(
  deps: Pick<Deps, 'origin'>,
  tx: Tx,
  personId: string,
  courseCodes: readonly string[],
): Promise<string[]> {
  const courses = await listCoursesWithoutCreator(tx, courseCodes)
  for (const courseCode of courses) {
    await putCourseRole(tx, { personId, courseCode, role: 'creator' })
    await recordEvent(deps, tx, {
      actor: { kind: 'operator' },
      action: 'role-given',
      object: { kind: 'account', id: personId },
      details: { role: 'creator', course: courseCode },
    })
  }
  return courses
}
