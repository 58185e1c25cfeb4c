/** Decides whether a page is a workshop page: one date, a short text, an address below its creator's. docs/contract §7. */
import { listCourseCards } from '#catalogue/catalog/catalogue.ts'
import { getOwnCourseCode } from '#catalogue/catalog/listing.ts'
import type { CourseCard, CourseDefinition } from '#catalogue/catalog/wire.ts'
import type { Deps } from '#http/deps.ts'

type WorkshopCourse = Pick<CourseDefinition, 'url' | 'coursePrefixCode' | 'instructors'>
export type Workshop = { fullCourse: CourseCard | null }

/**
 * Returns null for an ordinary course page. `fullCourse` is the course that the page recommends: the full course of a
 * variant, else the creator's course, if there is one.
 */
export async function getWorkshop(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'gateways'>,
  path: string,
  course: WorkshopCourse,
): Promise<Workshop | null> {
  if (!isWorkshopPage(path, course)) return null
  const first = path.split('/')[1]!
  const isVariant = course.url !== path
  const fullCourseCode = isVariant
    ? course.coursePrefixCode
    : await getOwnCourseCode(deps, first, course.coursePrefixCode)
  const [card = null] = fullCourseCode ? await listCourseCards(deps, { codes: [fullCourseCode] }) : []
  return { fullCourse: card }
}

/** Whether the address is below that of one of the course's creators. */
export function isWorkshopPage(path: string, { instructors }: Pick<WorkshopCourse, 'instructors'>): boolean {
  const [, first, second] = path.split('/')
  return second !== undefined && second !== '' && instructors.some(({ slug }) => slug === first)
}
