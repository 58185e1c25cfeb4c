/** The inbox jobs. Each one calls a function that is safe to run twice. */
import type { Deps } from '#http/deps.ts'
import { handleJob, type JobHandler } from '#platform/jobs/define-job.ts'
import { supportAnsweredJob, supportMessagesWaitJob } from './queue.ts'
import { sendAnswerEmail, sendNoticeEmail } from './support-emails.ts'

export const supportJobs = (deps: Deps): JobHandler[] => [
  handleJob(supportAnsweredJob, (answered) => sendAnswerEmail(deps, answered)),
  handleJob(supportMessagesWaitJob, () => sendNoticeEmail(deps)),
]
