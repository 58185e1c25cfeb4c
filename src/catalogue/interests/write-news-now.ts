/** Writes the e-mails of `tell-now.ts`. docs/contract §33. */
import { loadCourses } from '#catalogue/catalog/courses.ts'
import type { Deps } from '#http/deps.ts'
import { listPeopleToTell } from './queries.ts'
import { writeNews } from './write-news.ts'

/** Safe to run again: each person gets one e-mail about these dates. */
export async function writeNewsNow(deps: Deps, { cohortCode }: { cohortCode: string }): Promise<void> {
  const now = deps.clock()
  const course = (await loadCourses(deps.db, [cohortCode], now)).get(cohortCode)
  if (!course || course.isWithdrawn || deps.config.excludedCourseCodes.includes(course.courseCode)) return
  const kind = course.chosenCohort?.state === 'open' ? 'opened' : 'dated'
  const courses = new Map([[cohortCode, course]])
  for (const interestId of await listPeopleToTell(deps.db, cohortCode))
    await writeNews(deps, { interestId, cohortCode, kind, now }, courses)
}
