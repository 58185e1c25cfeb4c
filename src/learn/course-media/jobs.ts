/** The jobs about the files of a course. Each calls a verb that may run twice. */
import type { Deps } from '#http/deps.ts'
import { mediaAssetFailedJob } from '#media/queue.ts'
import { handleJob, type JobHandler } from '#platform/jobs/define-job.ts'
import { mediaStorageNearlyFullJob } from './queue.ts'
import { writeFailedEmails, writeNearlyFullEmails } from './write-emails.ts'

export const courseMediaJobs = (deps: Deps): JobHandler[] => [
  handleJob(mediaAssetFailedJob, ({ assetId }) => writeFailedEmails(deps, assetId)),
  handleJob(mediaStorageNearlyFullJob, (use) => writeNearlyFullEmails(deps, use)),
]
