/** The jobs of lessons. Each calls a verb that may run twice. */
import { courseChangedJob } from '#catalogue/catalog/queue.ts'
import type { Deps } from '#http/deps.ts'
import { handleJob, type JobHandler } from '#platform/jobs/define-job.ts'
import { countEarlyJoin } from './attendance.ts'
import { checkEndedCohorts, handleCourseChange } from './check-completions.ts'
import { accessChangedJob, accessEndingJob, completionCheckJob, lessonOpenedJob, sessionStartedJob } from './queue.ts'
import { writeAccessChange, writeEndingEmails } from './write-access-mails.ts'
import { writeOpenedEmails } from './write-opened-mails.ts'

export const lessonsJobs = (deps: Deps): JobHandler[] => [
  handleJob(courseChangedJob, ({ courseCode }) => handleCourseChange(deps, courseCode)),
  handleJob(sessionStartedJob, (ids) => countEarlyJoin(deps, ids)),
  handleJob(completionCheckJob, () => checkEndedCohorts(deps)),
  handleJob(accessChangedJob, (change) => writeAccessChange(deps, change)),
  handleJob(accessEndingJob, () => writeEndingEmails(deps)),
  handleJob(lessonOpenedJob, () => writeOpenedEmails(deps)),
]
