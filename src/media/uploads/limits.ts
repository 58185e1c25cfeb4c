/** Limits of uploads. docs/contract §23. */
import type { MediaConfig } from '#config/media.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { MediaKind } from '#platform/file-kind.ts'

export const UPLOAD_DAYS = 7
/** Bytes of a part at most, as of a part in S3. */
export const PART_BYTES = 8 * 1024 * 1024
/** A shorter part is only stored at the end of a file. So is the part that shows the kind of the file. */
export const HEAD_BYTES = 64 * 1024
/** Uploads that bring bytes now. */
export const RUNNING_UPLOADS = { person: 3, process: 20 }
/** A body that brings fewer bytes in this time is ended. */
export const SLOWEST = { bytes: 16 * 1024, ms: 30_000 }
export const LONGEST_CALL_MS = 600_000

/** Larger pictures have more pixels than can be processed. */
const MAX_IMAGE_BYTES = 25_000_000
const MIN_FREE_BYTES = 2_000_000_000
const MIN_FREE_SHARE = 0.05

/** Bytes of the largest file of a kind. */
export function getMaxUploadBytes({ maxUploadBytes }: Pick<MediaConfig, 'maxUploadBytes'>, kind: MediaKind): number {
  return kind === 'image' ? Math.min(MAX_IMAGE_BYTES, maxUploadBytes.file) : maxUploadBytes[kind]
}

/** Whether the disk would be nearly full with these bytes. Never for a store that does not know its size. */
export async function isStorageShort(blobs: Pick<Blobs, 'getFreeSpace'>, bytes: number): Promise<boolean> {
  const space = await blobs.getFreeSpace()
  return space !== null && isNearlyFull({ ...space, free: space.free - bytes })
}

/** Less than 5 % or 2 GB is free. docs/contract §23. */
export function isNearlyFull({ free, total }: { free: number; total: number }): boolean {
  return free < MIN_FREE_BYTES || free < total * MIN_FREE_SHARE
}
