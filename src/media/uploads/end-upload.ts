/** Ends an upload that will not become a file. */
import { refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/transaction.ts'
import { FAULTS } from '../processing/step.ts'
import { lockAsset, updateAsset } from '../queries/processed-assets.ts'
import { endUpload, listParts } from '../queries/uploads.ts'
import { getPartKey } from './parts.ts'

/** Its content is of no allowed kind. The asset stays, failed, until a person deletes it. */
export async function refuseUpload({ db, blobs }: Pick<Deps, 'db' | 'blobs'>, assetId: string) {
  const parts = await listParts(db, assetId)
  await transact(db, async (tx) => {
    const asset = await lockAsset(tx, assetId)
    if (asset?.state !== 'uploading' || !(await endUpload(tx, assetId, false))) return
    await updateAsset(tx, assetId, { state: 'failed', fault: FAULTS.refusedType })
  })
  for (const { name } of parts) await blobs.delete(getPartKey(assetId, name))
  return refused('MEDIA_TYPE_REFUSED')
}
