/** The jobs of media files. */
import type { Deps } from '#http/deps.ts'
import { createMediaWorker, type MediaWorker } from './processing/media-worker.ts'
import { STEP_WAITING } from './processing/wake.ts'

/** @returns the worker; stop it with the process */
export async function registerMediaJobs(deps: Deps): Promise<MediaWorker> {
  const worker = createMediaWorker(deps)
  await deps.jobs.work(STEP_WAITING, async () => worker.wake())
  // The steps of killed workers, and retries.
  await deps.jobs.schedule(STEP_WAITING, '* * * * *')
  worker.wake()
  return worker
}
