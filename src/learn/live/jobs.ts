/** The jobs of live sessions. Each calls a verb that may run twice. */

import type { Deps } from '#http/deps.ts'
import { ASSET_RETRIED } from '#media/processing/wake.ts'
import { announceChanges } from './announce-changes.ts'
import { announceOpenings, announceRecording, awaitRetriedRecording, sendReminders } from './send-session-mails.ts'

export async function liveJobs(deps: Deps): Promise<void> {
  const { jobs } = deps
  await jobs.work('recording.attached', (data: { sessionId: string; personId?: string }) =>
    announceRecording(deps, data.sessionId, data.personId),
  )
  await jobs.work(ASSET_RETRIED, (data: { assetId: string }) => awaitRetriedRecording(deps, data.assetId))
  await jobs.work('session.remind', () => sendReminders(deps))
  await jobs.schedule('session.remind', '* * * * *')
  await jobs.work('session.open', () => announceOpenings(deps))
  await jobs.schedule('session.open', '* * * * *')
  await jobs.work('schedule.announce', () => announceChanges(deps))
  await jobs.schedule('schedule.announce', '* * * * *')
}
