/** When a page is a workshop's: one date, told shortly, at an address below its creator's own. Contract §7. */
import { courseCards } from '#features/catalog/catalogue.ts'
import { ownCourse } from '#features/catalog/listing.ts'
import type { CourseCard, CourseDefinition } from '#features/catalog/wire.ts'
import type { Deps } from '#http/deps.ts'

type Taught = Pick<CourseDefinition, 'url' | 'coursePrefixCode' | 'instructors'>
export type Workshop = { whole: CourseCard | null }

/**
 * Null for a course's own kind of page. `whole` is the course to go on with: the same one at its own address where
 * this is a variant of it, else the creator's course, if there is one.
 */
export async function workshopAt(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  path: string,
  course: Taught,
): Promise<Workshop | null> {
  const [, first, second] = path.split('/')
  if (!first || !second || !course.instructors.some(({ slug }) => slug === first)) return null
  const isVariant = course.url !== path
  const whole = isVariant ? course.coursePrefixCode : await ownCourse(deps, first, course.coursePrefixCode)
  const [card = null] = whole ? await courseCards(deps, { codes: [whole] }) : []
  return { whole: card }
}
