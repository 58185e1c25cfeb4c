/** Deletes a file: first its state, then its blobs, then its rows. Each part may run again. docs/contract §23. */
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { isInstallationHeld } from '#platform/backup/hold.ts'
import { derivedPrefix, originalKey } from '#platform/blobs/blob-keys.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transaction.ts'
import { isDeleted, isReferenced, removeAsset } from './queries/deleted-assets.ts'
import { lockAsset, updateAsset } from './queries/processed-assets.ts'
import { cancelSteps } from './queries/steps.ts'
import { endUpload } from './queries/uploads.ts'
import { mediaAssetDeletedJob } from './queue.ts'

/**
 * From now on the file cannot be used. Its upload and its processing end. Refuses `ASSET_IN_USE`. A teacher may delete
 * what only old versions name (`current`); the nightly job may not (`any`).
 */
export async function deleteAsset(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  assetId: string,
  unlessUsedBy: 'any' | 'current' = 'current',
): Promise<Outcome<null>> {
  const asset = await lockAsset(tx, assetId)
  if (!asset || asset.state === 'deleted') return refused('ASSET_NOT_FOUND')
  if (await isReferenced(tx, assetId, unlessUsedBy)) return refused('ASSET_IN_USE')
  await cancelSteps(tx, assetId)
  await endUpload(tx, assetId, false)
  await updateAsset(tx, assetId, { state: 'deleted' })
  await jobs.enqueue(tx, mediaAssetDeletedJob, { assetId }, { key: assetId })
  return accepted(null)
}

/** Deletes the blobs of a deleted file, then its rows, and returns its bytes to the quota. Not while the installation is held. */
export async function removeDeletedAsset(
  { db, blobs }: { db: Db } & Pick<Deps, 'blobs'>,
  assetId: string,
): Promise<void> {
  if ((await isInstallationHeld(db)) || !(await isDeleted(db, assetId))) return
  for await (const { key } of blobs.list(derivedPrefix(assetId))) await blobs.delete(key)
  await blobs.delete(originalKey(assetId))
  await transact(db, (tx) => removeAsset(tx, assetId))
}
