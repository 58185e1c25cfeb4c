/** The jobs of messages to learners. Each calls a verb that may run twice. */
import type { Deps } from '#http/deps.ts'
import { handleJob, type JobHandler } from '#platform/jobs/define-job.ts'
import { broadcastStartJob, broadcastSweepJob, broadcastWriteJob } from './queue.ts'
import { resumeLateMessages, startMessage, writeMessage } from './write-message.ts'

export const messagesJobs = (deps: Deps): JobHandler[] => [
  handleJob(broadcastStartJob, ({ messageId }) => startMessage(deps, messageId)),
  handleJob(broadcastWriteJob, ({ messageId }) => writeMessage(deps, messageId)),
  handleJob(broadcastSweepJob, () => resumeLateMessages(deps)),
]
