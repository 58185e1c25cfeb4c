/** Checks completions again after a course, its dates or its sessions have changed. docs/contract §12. */

import { courseChangedJob } from '#catalogue/catalog/queue.ts'
import type { Deps } from '#http/deps.ts'
import { extendAccessOfCourse } from '#learn/enrolments/access-end.ts'
import { endOffersByClosing } from '#learn/enrolments/queries/waitlist-offers.ts'
import type { Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleEach } from '#platform/jobs/handle-each.ts'
import { checkCompletion, findDueCompletion } from './complete-course.ts'
import { listCandidates, listCoursesOfCodes, listEndedCourses } from './queries/candidates.ts'
import { lockLearner } from './queries/progress.ts'

/** In the transaction of an import: jobs and offers of seats follow. @param codes codes of changed courses and cohorts */
export async function followImport({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, codes: readonly string[]) {
  await endOffersByClosing(tx, codes)
  for (const courseCode of await listCoursesOfCodes(tx, codes))
    await jobs.enqueue(tx, courseChangedJob, { courseCode }, { key: courseCode })
}

/** A publication may complete a course for people who waited for nothing else, and a moved cohort extends access. */
export async function handleCourseChange(deps: Deps, courseCode: string): Promise<void> {
  await extendAccessOfCourse(deps, courseCode)
  await checkCompletions(deps, courseCode)
}

/** In a transaction that changes dates: the people whom the next check completes the course for. */
export async function listDueCompletions(tx: Tx, courseCode: string, now: Date): Promise<string[]> {
  const ids: string[] = []
  for (const personId of await listCandidates(tx, courseCode))
    if (await findDueCompletion(tx, personId, courseCode, now)) ids.push(personId)
  return ids
}

/** After the last session of a cohort, a lesson without a session no longer counts. */
export async function checkEndedCohorts(deps: Deps): Promise<void> {
  for (const courseCode of await listEndedCourses(deps.db, deps.clock())) await checkCompletions(deps, courseCode)
}

/** One transaction for each person, so that one failure keeps nobody else waiting. A repeat changes nothing. */
async function checkCompletions(deps: Deps, courseCode: string): Promise<void> {
  await handleEach(
    deps.log,
    await listCandidates(deps.db, courseCode),
    (personId) =>
      transact(deps.db, async (tx) => {
        await lockLearner(tx, personId)
        await checkCompletion(deps, tx, personId, courseCode)
      }),
    (personId) => ['completion was not checked', { personId, courseCode }],
  )
}
