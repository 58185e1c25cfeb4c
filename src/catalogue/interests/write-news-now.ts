/** Writes the e-mails of `tell-now.ts`. docs/contract §33. */
import { isOfferPayable } from '#catalogue/catalog/awaits-payments.ts'
import { loadCourses } from '#catalogue/catalog/courses.ts'
import { getCohortOffer } from '#catalogue/catalog/present.ts'
import type { Deps } from '#http/deps.ts'
import { listPeopleToTell } from './queries.ts'
import { writeNews } from './write-news.ts'

/** Safe to run again: each person gets one e-mail about these dates. */
export async function writeNewsNow(deps: Deps, { cohortCode }: { cohortCode: string }): Promise<void> {
  const now = deps.clock()
  const course = (await loadCourses(deps.db, [cohortCode], now)).get(cohortCode)
  if (!course || course.isWithdrawn || deps.config.excludedCourseCodes.includes(course.courseCode)) return
  const cohort = course.chosenCohort
  const isOpen = cohort?.state === 'open' && isOfferPayable(deps, getCohortOffer(course, cohort), now)
  const kind = isOpen ? 'opened' : 'dated'
  const courses = new Map([[cohortCode, course]])
  for (const interestId of await listPeopleToTell(deps.db, cohortCode))
    await writeNews(deps, { interestId, cohortCode, kind, now }, courses)
}
