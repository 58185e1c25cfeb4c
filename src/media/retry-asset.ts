/** Processes a failed file again. docs/contract §14. */
import { nextAssetState } from '#domain/learning/asset.ts'
import type { Deps } from '#http/deps.ts'
import type { Tx } from '#platform/db/db.ts'
import { type ProcessedAsset, updateAsset } from './queries/processed-assets.ts'
import { retrySteps } from './queries/steps.ts'
import { mediaAssetRetriedJob, mediaStepWaitingJob } from './queue.ts'

/**
 * @param asset locked
 * @returns false if it did not fail, or if its bytes are wrong or missing; nothing was changed then
 */
export async function retryFailedAsset({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, asset: ProcessedAsset): Promise<boolean> {
  const state = nextAssetState(asset.state, 'retried', asset.isComplete)
  if (!state) return false
  await updateAsset(tx, asset.id, { state, fault: null })
  await retrySteps(tx, asset.id)
  await jobs.enqueue(tx, mediaStepWaitingJob, {}, { key: 'wake' })
  await jobs.enqueue(tx, mediaAssetRetriedJob, { assetId: asset.id })
  return true
}
