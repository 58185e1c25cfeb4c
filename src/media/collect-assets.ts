/** Deletes what nobody needs any more: late uploads, unused files, and blobs without a row. docs/contract §23. */
import type { Deps } from '#http/deps.ts'
import { isInstallationHeld } from '#platform/backup/hold.ts'
import { getAssetId, STORE_ID_KEY } from '#platform/blobs/blob-keys.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleEach } from '#platform/jobs/handle-each.ts'
import { deleteAsset, removeDeletedAsset } from './delete-asset.ts'
import { listCollectable, listDeleted, listKnownKeys } from './queries/deleted-assets.ts'

/** A file that nothing names is deleted after this time. */
export const UNREFERENCED_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
/** Keys that are compared with rows in one statement. */
const KEYS_AT_ONCE = 500

type CollectDependencies = Pick<Deps, 'db' | 'blobs' | 'jobs' | 'log' | 'clock'>

/**
 * May be stopped at any point and run again. While the installation is held it deletes nothing: files that the restored rows
 * do not name are younger than the backup.
 */
export async function collectAssets(deps: CollectDependencies): Promise<void> {
  const { db, blobs, clock } = deps
  if (await isInstallationHeld(db)) return
  const now = clock()
  const unreferencedBefore = new Date(now.getTime() - UNREFERENCED_DAYS * DAY_MS)
  await handleEach(
    deps.log,
    await listCollectable(db, now, unreferencedBefore),
    (assetId) => transact(db, (tx) => deleteAsset(deps, tx, assetId, 'any')),
    (assetId) => ['an unused file could not be deleted', { assetId }],
  )
  await handleEach(
    deps.log,
    await listDeleted(db),
    (assetId) => removeDeletedAsset(deps, assetId),
    (assetId) => ['a deleted file could not be removed', { assetId }],
  )
  const dayBefore = new Date(now.getTime() - DAY_MS)
  await deleteUnknownBlobs(deps, dayBefore)
  await blobs.deleteUnfinished(dayBefore)
}

/** Blobs that no row names, and that are old enough that their row is not about to be written. */
async function deleteUnknownBlobs({ db, blobs }: CollectDependencies, before: Date): Promise<void> {
  let keys: string[] = []
  const deleteUnknown = async () => {
    const known = await listKnownKeys(db, keys)
    for (const key of keys) if (!known.has(key)) await blobs.delete(key)
    keys = []
  }
  for await (const { key, modifiedAt } of blobs.list('')) {
    if (modifiedAt >= before || key === STORE_ID_KEY || getAssetId(key) === null) continue
    keys.push(key)
    if (keys.length === KEYS_AT_ONCE) await deleteUnknown()
  }
  await deleteUnknown()
}
