/** The jobs of media files. */
import type { Deps } from '#http/deps.ts'
import type { JobName } from '#platform/jobs/jobs.ts'
import { collectAssets } from './collect-assets.ts'
import { removeDeletedAsset } from './delete-asset.ts'
import { createMediaWorker, type MediaWorker } from './processing/media-worker.ts'
import { ASSET_DELETED, STEP_WAITING } from './processing/wake.ts'

const COLLECT = 'media.collect' satisfies JobName

/** @returns the worker; stop it with the process */
export async function registerMediaJobs(deps: Deps): Promise<MediaWorker> {
  const worker = createMediaWorker(deps)
  await deps.jobs.work(STEP_WAITING, async () => worker.wake())
  // The steps of killed workers, and retries.
  await deps.jobs.schedule(STEP_WAITING, '* * * * *')
  await deps.jobs.work(ASSET_DELETED, ({ assetId }: { assetId: string }) => removeDeletedAsset(deps, assetId))
  await deps.jobs.work(COLLECT, () => collectAssets(deps))
  await deps.jobs.schedule(COLLECT, '7 4 * * *')
  worker.wake()
  return worker
}
