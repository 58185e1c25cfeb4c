/** The jobs of media files. */
import type { Deps } from '#http/deps.ts'
import { handleJob, type JobHandler } from '#platform/jobs/define-job.ts'
import { collectAssets } from './collect-assets.ts'
import { removeDeletedAsset } from './delete-asset.ts'
import type { MediaWorker } from './processing/media-worker.ts'
import { mediaAssetDeletedJob, mediaCollectJob, mediaStepWaitingJob } from './queue.ts'

export const mediaJobs = (deps: Deps, worker: Pick<MediaWorker, 'wake'>): JobHandler[] => [
  handleJob(mediaStepWaitingJob, async () => worker.wake()),
  handleJob(mediaAssetDeletedJob, ({ assetId }) => removeDeletedAsset(deps, assetId)),
  handleJob(mediaCollectJob, () => collectAssets(deps)),
]
