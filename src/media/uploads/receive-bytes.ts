/**
 * Stores the bytes of one call of an upload as parts (docs/decisions/0037). The row of the upload names a part
 * only after the part is whole in the blob store, so a crash loses at most the part that was being written.
 */
import { randomBytes } from 'node:crypto'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/transaction.ts'
import { logFailure } from '#platform/db/unavailable.ts'
import { insertSteps } from '../queries/steps.ts'
import { addPart, type OpenUpload, renewUpload, UPLOAD_LEASE_SECONDS } from '../queries/uploads.ts'
import { mediaStepWaitingJob } from '../queue.ts'
import { refuseUpload } from './end-upload.ts'
import { HEAD_BYTES, PART_BYTES } from './limits.ts'
import { detectAllowedType, getPartKey } from './parts.ts'
import { type BodyReader, readBody } from './read-body.ts'

type UploadDependencies = Pick<Deps, 'db' | 'blobs' | 'jobs' | 'log'>

const RENEWAL_MS = 10_000

/**
 * Reads the body to its end, to the end of the file, or until it breaks off. Returns the bytes that are stored then.
 *
 * @param upload leased by this call: `leaseId`
 * @returns refusals `MEDIA_TYPE_REFUSED` (the upload has ended), `BODY_SLOW`, `UPLOAD_BUSY` (the lease is lost)
 */
export async function receiveBytes(
  deps: UploadDependencies,
  upload: OpenUpload,
  leaseId: string,
  body: AsyncIterable<Uint8Array>,
): Promise<Outcome<{ receivedBytes: number }>> {
  const lease = keepLease(deps, upload.assetId, leaseId)
  const reader = readBody(body, lease.lost)
  let receivedBytes = upload.receivedBytes
  try {
    if (receivedBytes === 0 && !(await isKindAllowed(upload, reader))) {
      const refusal = await refuseUpload(deps, upload.assetId)
      await skipPart(reader)
      return refusal
    }
    while (receivedBytes < upload.length) {
      const size = await storePart(deps, { ...upload, receivedBytes }, leaseId, reader)
      if (size === null) return refused('UPLOAD_BUSY')
      if (size === 0) break
      receivedBytes += size
    }
  } finally {
    reader.close()
    lease.close()
  }
  return reader.fault() === 'slow' ? refused('BODY_SLOW') : accepted({ receivedBytes })
}

/** A browser that is still sending would not read the response. */
async function skipPart(reader: BodyReader): Promise<void> {
  for (let left = PART_BYTES; left > 0; ) {
    const chunk = await reader.next(left)
    if (!chunk) return
    left -= chunk.length
  }
}

/** True too if the call brought too few bytes to say. They are not stored then. */
async function isKindAllowed({ kind, length }: OpenUpload, reader: BodyReader): Promise<boolean> {
  const wanted = Math.min(HEAD_BYTES, length)
  const head = await reader.peek(wanted)
  return head.length < wanted || (await detectAllowedType(kind, head)) !== null
}

/** @returns the bytes that were stored; 0 at the end of the body; null if the lease is lost */
async function storePart(
  deps: UploadDependencies,
  { assetId, length, receivedBytes }: OpenUpload,
  leaseId: string,
  reader: BodyReader,
): Promise<number | null> {
  const maxBytes = Math.min(PART_BYTES, length - receivedBytes)
  const smallest = Math.min(HEAD_BYTES, maxBytes)
  if ((await reader.peek(smallest)).length < smallest) return 0
  const part = async function* () {
    for (let left = maxBytes; left > 0; ) {
      const chunk = await reader.next(left)
      if (!chunk) return
      left -= chunk.length
      yield chunk
    }
  }
  const name = `${receivedBytes.toString(36)}-${randomBytes(6).toString('hex')}`
  const key = getPartKey(assetId, name)
  const { size } = await deps.blobs.putStream(key, part())
  const isAdded = await transact(deps.db, async (tx) => {
    if (!(await addPart(tx, { assetId, leaseId, startsAt: receivedBytes, bytes: size, name }))) return false
    if (receivedBytes + size === length) {
      await insertSteps(tx, assetId, ['inspect'])
      await deps.jobs.enqueue(tx, mediaStepWaitingJob, {}, { key: 'wake' })
    }
    return true
  })
  if (isAdded) return size
  await deps.blobs.delete(key)
  return null
}

/** Renews the lease while the bytes arrive. `lost` aborts when another call has it, or the database is away. */
function keepLease({ db, log }: UploadDependencies, assetId: string, leaseId: string) {
  const lost = new AbortController()
  let renewedAt = performance.now()
  const timer = setInterval(async () => {
    try {
      if (!(await renewUpload(db, assetId, leaseId))) lost.abort()
      renewedAt = performance.now()
    } catch (error) {
      logFailure(log, error, 'the lease of an upload could not be renewed', { assetId })
      if (performance.now() - renewedAt > UPLOAD_LEASE_SECONDS * 1000) lost.abort()
    }
  }, RENEWAL_MS)
  return { lost: lost.signal, close: () => clearInterval(timer) }
}
