import type { ByteRange } from './blobs.ts'

/**
 * The range within a blob of `size` bytes, both ends included.
 *
 * @throws RangeError if the range has no byte of the blob. The whole of an empty blob is no error: `end` is -1.
 */
export function clipRange(size: number, range?: ByteRange): { start: number; end: number } {
  if (!range) return { start: 0, end: size - 1 }
  const { start, end = size - 1 } = range
  const isWhole = Number.isSafeInteger(start) && Number.isSafeInteger(end)
  if (!isWhole || start < 0 || start >= size || end < start)
    throw new RangeError(`Bytes ${start} to ${end} are not in a blob of ${size} bytes.`)
  return { start, end: Math.min(end, size - 1) }
}
