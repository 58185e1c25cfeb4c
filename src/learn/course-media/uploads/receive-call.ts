/** One call of an upload by tus 1.0: permission, offset, lease, and the bytes. docs/decisions/0037. */
import { randomUUID } from 'node:crypto'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { countRunningUploads, getOpenUpload, leaseUpload, releaseUpload } from '#media/queries/uploads.ts'
import { RUNNING_UPLOADS } from '#media/uploads/limits.ts'
import { receiveBytes } from '#media/uploads/receive-bytes.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { isStorageFull } from '#platform/blobs/blobs.ts'
import { requireOwnAsset } from '../permitted-asset.ts'

export type UploadState = { length: number; receivedBytes: number; expiresAt: Date | null }

const RETRY_SECONDS = 10

/** The bytes of an upload that have arrived. A complete upload has all its bytes, also while the file is processed. */
export async function readUpload(deps: Deps, member: ActingPerson, assetId: string): Promise<Outcome<UploadState>> {
  // The upload first: it ends when its file is stored, so without one the file's own row knows how it ended.
  const upload = await getOpenUpload(deps.db, assetId)
  const asset = await requireOwnAsset(deps.db, member, assetId)
  if (!asset.ok) return asset
  if (!upload) {
    const { bytes, isComplete } = asset.value
    return isComplete ? accepted({ length: bytes, receivedBytes: bytes, expiresAt: null }) : refused('ASSET_NOT_FOUND')
  }
  const isDone = upload.receivedBytes === upload.length
  return isDone || upload.expiresAt > deps.clock() ? accepted(upload) : refused('UPLOAD_EXPIRED')
}

export type ReceiveUploadCall = (
  member: ActingPerson,
  call: { assetId: string; offset: number; contentLength: number | null; body: AsyncIterable<Uint8Array> },
) => Promise<Outcome<UploadState>>

/** One receiver for each process: it counts the uploads that run in it. */
export function createUploadReceiver(deps: Deps): ReceiveUploadCall {
  let runningCount = 0
  return async (member, { assetId, offset, contentLength, body }) => {
    const state = await readUpload(deps, member, assetId)
    if (!state.ok) return state
    const { length, receivedBytes } = state.value
    if (offset !== receivedBytes) return refused('UPLOAD_OFFSET', { data: { receivedBytes } })
    if (offset === length) return state
    if (offset + (contentLength ?? 0) > length) return refused('UPLOAD_TOO_LARGE')
    // No other call may begin between the look at the number and its change.
    if (runningCount >= RUNNING_UPLOADS.process) return refused('RATE_LIMITED', { retryAfter: RETRY_SECONDS })
    runningCount += 1
    try {
      const received = await receive(deps, member, { assetId, offset, body })
      return received.ok ? accepted({ ...state.value, ...received.value }) : received
    } finally {
      runningCount -= 1
    }
  }
}

async function receive(
  deps: Deps,
  member: ActingPerson,
  { assetId, offset, body }: { assetId: string; offset: number; body: AsyncIterable<Uint8Array> },
): Promise<Outcome<{ receivedBytes: number }>> {
  const leaseId = randomUUID()
  if (!(await leaseUpload(deps.db, assetId, leaseId))) return refused('UPLOAD_BUSY')
  try {
    // Counted with the own lease, so that calls at the same moment see each other.
    if ((await countRunningUploads(deps.db, member.personId)) > RUNNING_UPLOADS.person)
      return refused('RATE_LIMITED', { retryAfter: RETRY_SECONDS })
    // Another call may have ended between the look at the offset and the lease.
    const upload = await getOpenUpload(deps.db, assetId)
    if (upload?.receivedBytes !== offset) return refused('UPLOAD_OFFSET')
    return await receiveBytes(deps, upload, leaseId, body)
  } catch (error) {
    if (isStorageFull(error)) return refused('STORAGE_FULL')
    throw error
  } finally {
    await releaseUpload(deps.db, assetId, leaseId)
  }
}
