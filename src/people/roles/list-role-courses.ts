/** The courses that a role can be given in. docs/contract §47. */
import type { Deps } from '#http/deps.ts'
import { listRoleCoursesByTitle } from './queries.ts'

const COURSES = 500

export async function listRoleCourses({ db }: Pick<Deps, 'db'>) {
  const rows = await listRoleCoursesByTitle(db, COURSES + 1)
  const courses = rows
    .slice(0, COURSES)
    .map(({ course_code: courseCode, title, creator }) => ({ courseCode, title, creator }))
  return { courses, hasMore: rows.length > COURSES }
}
