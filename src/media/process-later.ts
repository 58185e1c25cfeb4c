/** Processes files that were uploaded while no worker had ffmpeg, and steps that failed. docs/contract §14. */

import { accepted } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { FAULTS } from './processing/step.ts'
import { listFailedAssets, lockAsset } from './queries/processed-assets.ts'
import { addMissingInspections, retryFailedSteps } from './queries/steps.ts'
import { mediaStepWaitingJob } from './queue.ts'
import { retryFailedAsset } from './retry-asset.ts'

export type ProcessedLater = {
  /** Files that are served in the quality of the upload. */
  unprocessed: number
  /** Files that failed because they need ffmpeg. */
  refused: number
  /** Files that can be used and lack a size or a picture. */
  incomplete: number
}

/** May run again: a file that waits already is not counted. */
export async function processLater(deps: Pick<Deps, 'db' | 'jobs'>): Promise<ProcessedLater> {
  const unprocessed = await addMissingInspections(deps.db)
  const incomplete = await retryFailedSteps(deps.db)
  let refused = 0
  for (const assetId of await listFailedAssets(deps.db, [FAULTS.needsFfmpeg, FAULTS.needsEncoding])) {
    const retried = await inOneTransaction(deps.db, async (tx) => {
      const asset = await lockAsset(tx, assetId)
      return accepted(asset?.state === 'failed' && (await retryFailedAsset(deps, tx, asset)))
    })
    if (retried.ok && retried.value) refused++
  }
  await deps.jobs.enqueue(deps.db, mediaStepWaitingJob, {}, { key: 'wake' })
  return { unprocessed, refused, incomplete }
}
