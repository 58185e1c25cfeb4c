/** When a page is a workshop's: one date, told shortly, at an address below its creator's own. Contract §7. */
import type { CourseCard, CourseDefinition } from '#features/catalog/wire.ts'

type Taught = Pick<CourseDefinition, 'url' | 'coursePrefixCode' | 'instructors'>
export type Workshop = { whole: CourseCard | null }

/**
 * Null for a course's own kind of page. `whole` is the course to go on with: the same one at its own address where
 * this is a variant of it, else the creator's course, if there is one.
 */
export function workshopAt(path: string, course: Taught, cards: readonly CourseCard[]): Workshop | null {
  const [, first, second] = path.split('/')
  if (!second || !course.instructors.some(({ slug }) => slug === first)) return null
  const isWhole = (card: CourseCard) =>
    course.url === path
      ? card.kind === 'course' && card.instructor.slug === first && card.coursePrefixCode !== course.coursePrefixCode
      : card.coursePrefixCode === course.coursePrefixCode
  return { whole: cards.find(isWhole) ?? null }
}
