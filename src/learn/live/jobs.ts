/** The jobs of live sessions. Each calls a verb that may run twice. */
import type { Deps } from '#http/deps.ts'
import { mediaAssetRetriedJob } from '#media/queue.ts'
import { handleJob, type JobHandler } from '#platform/jobs/define-job.ts'
import { announceChanges } from './announce-changes.ts'
import { recordingAttachedJob, scheduleAnnounceJob, sessionOpenJob, sessionRemindJob } from './queue.ts'
import { announceOpenings, announceRecording, awaitRetriedRecording, sendReminders } from './send-session-mails.ts'

export const liveJobs = (deps: Deps): JobHandler[] => [
  handleJob(recordingAttachedJob, ({ sessionId, personId }) => announceRecording(deps, sessionId, personId)),
  handleJob(mediaAssetRetriedJob, ({ assetId }) => awaitRetriedRecording(deps, assetId)),
  handleJob(sessionRemindJob, () => sendReminders(deps)),
  handleJob(sessionOpenJob, () => announceOpenings(deps)),
  handleJob(scheduleAnnounceJob, () => announceChanges(deps)),
]
