/** The jobs of lessons. Each calls a verb that may run twice. */
import type { Deps } from '#http/deps.ts'
import { countEarlyJoin } from './attendance.ts'
import { checkEndedCohorts, handleCourseChange } from './check-completions.ts'
import { type AccessChange, writeAccessChange, writeEndingEmails } from './write-access-mails.ts'
import { writeOpenedEmails } from './write-opened-mails.ts'

export async function lessonsJobs(deps: Deps): Promise<void> {
  const { jobs } = deps
  await jobs.work('course.changed', (data: { courseCode: string }) => handleCourseChange(deps, data.courseCode))
  await jobs.work('session.started', (ids: { sessionId: string; personId: string }) => countEarlyJoin(deps, ids))
  await jobs.work('completion.check', () => checkEndedCohorts(deps))
  await jobs.schedule('completion.check', '17 * * * *')
  await jobs.work('access.changed', (change: AccessChange) => writeAccessChange(deps, change))
  await jobs.work('access.ending', () => writeEndingEmails(deps))
  await jobs.schedule('access.ending', '37 * * * *')
  await jobs.work('lesson.opened', () => writeOpenedEmails(deps))
  await jobs.schedule('lesson.opened', '3 * * * *')
}
