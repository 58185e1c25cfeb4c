/** Makes one file of the parts of a complete upload, or of the file that it copies, and checks it: its hash, its length and its kind. */
import { createHash } from 'node:crypto'
import type { Deps } from '#http/deps.ts'
import { originalKey } from '#platform/blobs/blob-keys.ts'
import { FAULTS, failFinally, type StepFault } from '../processing/step.ts'
import { isWhole } from '../queries/copied-files.ts'
import { lockAsset, type ProcessedAsset, updateAsset } from '../queries/processed-assets.ts'
import { endUpload, getUpload, listParts } from '../queries/uploads.ts'
import { HEAD_BYTES } from './limits.ts'
import { detectAllowedType, getPartKey, readParts } from './parts.ts'

/** May run again after a crash: the parts are deleted after the file has its row. */
export async function receiveUpload(
  deps: Pick<Deps, 'db' | 'blobs'>,
  asset: ProcessedAsset,
  signal: AbortSignal,
): Promise<ProcessedAsset | StepFault> {
  const { db, blobs } = deps
  const upload = await getUpload(db, asset.id)
  if (!upload || upload.receivedBytes !== upload.length)
    return { ok: false, fault: asset.fault ?? FAULTS.failed, isFinal: true, lines: ['the upload is not complete'] }
  const { copyOf } = upload
  const source = copyOf && (await isWhole(db, copyOf)) ? await blobs.get(originalKey(copyOf)) : null
  if (copyOf && !source) return { ok: false, fault: SOURCE_GONE, isFinal: true, lines: [] }
  const parts = await listParts(db, asset.id)
  const hash = createHash('sha256')
  const head: Uint8Array[] = []
  let headBytes = 0
  const content = async function* () {
    for await (const chunk of source?.stream ?? readParts(deps, asset.id, parts)) {
      hash.update(chunk)
      if (headBytes < HEAD_BYTES) head.push(chunk)
      headBytes += chunk.length
      yield chunk
    }
  }
  const { size } = await blobs.putStream(originalKey(asset.id), content(), signal)
  const sha256 = hash.digest()
  const contentType = await detectAllowedType(asset.kind, Buffer.concat(head), upload.filename)
  const isDamaged = size !== upload.length || (upload.statedSha256 && !upload.statedSha256.equals(sha256))
  const fault = isDamaged ? failFinally('checksum') : contentType ? null : failFinally('refusedType')

  // A row without an upload would keep the bytes after a crash.
  if (fault) await blobs.delete(originalKey(asset.id))
  await db.transaction().execute(async (tx) => {
    const current = await lockAsset(tx, asset.id)
    if (current?.state !== 'uploading' || !(await endUpload(tx, asset.id, fault === null))) return
    const change = fault ? { fault: fault.fault } : { state: 'stored' as const, content_type: contentType, sha256 }
    await updateAsset(tx, asset.id, change)
  })
  for (const { name } of parts) await blobs.delete(getPartKey(asset.id, name))
  return fault ?? { ...asset, state: 'stored', contentType, isComplete: true }
}

const SOURCE_GONE = 'The file was deleted in the other course before it could be copied. Please upload it again.'
