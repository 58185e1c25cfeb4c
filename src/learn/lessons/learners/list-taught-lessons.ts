/** The lessons of a course that have figures, for its teachers. docs/contract §19. */
import { getCourseTitle } from '#catalogue/catalog/queries/course-title.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { countLearners, listOutline } from '../queries/learners.ts'
import type { TaughtLessons } from '../wire/learners.ts'

export async function listTaughtLessons(
  { db }: Pick<Deps, 'db'>,
  member: ActingPerson,
  courseCode: string,
): Promise<Outcome<TaughtLessons>> {
  const permitted = await requirePermission(db, member, 'learner.list', courseCode)
  if (!permitted.ok) return permitted
  const [courseTitle, learnerCount, lessons] = await Promise.all([
    getCourseTitle(db, courseCode),
    countLearners(db, courseCode),
    listOutline(db, courseCode),
  ])
  if (courseTitle === null) return refused('COURSE_NOT_FOUND')
  const published = lessons.filter(({ state }) => state === 'published')
  return accepted({
    courseTitle,
    learnerCount,
    lessons: published.map(({ lessonId, title, kind }) => ({ lessonId, title, kind })),
  })
}
