/** A teacher with the browser's client of the API. */
import type { CourseRole } from '#domain/permission.ts'
import { putCourseRole } from '#people/roles/queries.ts'
import type { Identity } from './identity.ts'
import { createLearner, type Learner } from './learner.ts'

/** A signed-in person with a role in the course of the cohort. */
export async function createTeacher(
  setup: Identity,
  cohortCode: string,
  role: CourseRole = 'creator',
): Promise<Learner> {
  const teacher = await createLearner(setup)
  const courseCode = cohortCode.replace(/-1$/, '')
  await setup.world.db
    .transaction()
    .execute((tx) => putCourseRole(tx, { personId: teacher.personId, courseCode, role }))
  return teacher
}
