/** Compares two to four courses on a general course page: the page's own first, then those that its creator named. */
import { getCourseDefinitions } from '#catalogue/catalog/catalogue.ts'
import { listOpenCodes } from '#catalogue/catalog/listing.ts'
import type { CourseDefinition } from '#catalogue/catalog/wire.ts'
import type { Deps } from '#http/deps.ts'

const MAX_COURSES = 4

/** Uses courses on sale when the creator named none. Empty when there is no other course to compare. */
export async function listComparedCourses(deps: Deps, course: CourseDefinition): Promise<CourseDefinition[]> {
  const candidateCodes = course.compareWith.length > 0 ? course.compareWith : await listOpenCodes(deps, MAX_COURSES)
  const codes = candidateCodes.filter((code) => code !== course.coursePrefixCode).slice(0, MAX_COURSES - 1)
  const others = [...(await getCourseDefinitions(deps, codes)).values()].filter(
    ({ state }) => state.callToAction !== 'none',
  )
  return others.length > 0 ? [course, ...others] : []
}
