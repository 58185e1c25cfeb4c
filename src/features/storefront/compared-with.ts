/** Two to four courses side by side, on a page by a subject: the page's own first, then those that its creator named. */
import { courseDefinitions } from '#features/catalog/catalogue.ts'
import { openNow } from '#features/catalog/listing.ts'
import type { CourseDefinition } from '#features/catalog/wire.ts'
import type { Deps } from '#http/deps.ts'

const MOST = 4

/** Where none are named, what is on sale. Empty where nothing is left to compare with. */
export async function comparedWith(deps: Deps, course: CourseDefinition): Promise<CourseDefinition[]> {
  const chosen = course.compareWith.length > 0 ? course.compareWith : await openNow(deps, MOST)
  const codes = chosen.filter((code) => code !== course.coursePrefixCode).slice(0, MOST - 1)
  const others = (await courseDefinitions(deps, codes)).filter(({ state }) => state.callToAction !== 'none')
  return others.length > 0 ? [course, ...others] : []
}
