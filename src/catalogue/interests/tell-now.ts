/** Sends news about the next dates of a course to everybody who confirmed, now. docs/contract §33. */

import { loadCourses } from '#catalogue/catalog/courses.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requirePermission } from '#people/roles/require-permission.ts'
import { transact } from '#platform/db/transaction.ts'
import { listPeopleToTell } from './queries.ts'
import { interestTellJob } from './queue.ts'

type Input = { courseCode: string; preview: boolean }

/**
 * A preview only counts. Nobody gets an e-mail who got one about these dates, has a seat in them, or turned the news
 * off. Refused without coming dates.
 */
export async function tellNow(
  deps: Deps,
  member: ActingPerson,
  { courseCode, preview }: Input,
): Promise<Outcome<{ courseCode: string; count: number }>> {
  const permitted = await requirePermission(deps.db, member, 'learner.access', courseCode)
  if (!permitted.ok) return permitted
  const course = (await loadCourses(deps.db, [courseCode], deps.clock())).get(courseCode)
  const cohort = course && !course.isWithdrawn ? course.chosenCohort : null
  if (!cohort) return refused('ENROLMENT_CLOSED')
  const { cohortCode } = cohort
  const people = await listPeopleToTell(deps.db, cohortCode)
  if (!preview && people.length > 0)
    await transact(deps.db, async (tx) => {
      await deps.jobs.enqueue(tx, interestTellJob, { cohortCode }, { key: cohortCode })
      await recordEvent(deps, tx, {
        actor: { kind: member.audience, id: member.personId },
        action: 'news-sent',
        object: { kind: 'cohort', id: cohortCode },
        details: { count: people.length },
      })
    })
  return accepted({ courseCode: cohortCode, count: people.length })
}
