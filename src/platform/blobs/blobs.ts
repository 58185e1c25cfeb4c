/**
 * Storage of files: uploads and everything made from them. The database stores no bytes of them. Callers name blobs by
 * the functions of `blob-keys.ts`.
 */
import type { Readable } from 'node:stream'

/** First and last byte, both included, counted from 0. Without `end` the range goes to the end of the blob. */
export type ByteRange = { start: number; end?: number }

export type BlobStat = {
  /** Bytes. */
  size: number
  /** The end of the last write, by the clock of the store. */
  modifiedAt: Date
}

export type BlobContent = {
  /** Destroy it if you do not read it to the end, because it holds a file or a connection. */
  stream: Readable
  /** The first byte and the last byte of the stream. An empty blob has `end` -1. */
  start: number
  end: number
  /** Bytes of the whole blob, not of the range. */
  size: number
}

/** For how long an address works, and the headers that the server adds to the bytes. */
export type SignedAnswer = { seconds: number; contentType: string; cacheControl: string }

/**
 * Every function rejects with a `TypeError` for a key or prefix that `blob-keys.ts` does not make. It rejects with the
 * error of the disk or the server if the store does not work. `isStorageFull` recognises a full disk.
 */
export type Blobs = {
  engine: 'disk' | 's3'
  /** The folder, or the bucket with its server, for messages to operators. */
  location: string
  /** Writes or replaces a blob. Readers see the old content or the new one, never a part. Durable when it resolves. */
  put(key: string, content: Uint8Array): Promise<void>
  /**
   * Like `put`, with at most 40 MB of the content in memory. If the source fails or `signal` aborts, it rejects with
   * that error and the blob stays as it was.
   *
   * @returns the written bytes
   */
  putStream(key: string, content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<{ size: number }>
  /**
   * Moves a local file into the store. On the disk engine the file is renamed, if both are on one disk. The file is gone
   * when the call resolves.
   */
  moveIn(key: string, path: string): Promise<void>
  /**
   * Returns null if there is no such blob. An `end` beyond the blob is lowered to its last byte.
   *
   * @throws RangeError if `start` is not a byte of the blob, or after `end`
   */
  get(key: string, range?: ByteRange): Promise<BlobContent | null>
  /**
   * An address from which everybody who has it can get the blob, by GET. Null: this engine has none. The blob itself is
   * not looked for.
   */
  createSignedUrl(key: string, answer: SignedAnswer): Promise<string> | null
  /** Returns null if there is no such blob. */
  stat(key: string): Promise<BlobStat | null>
  /**
   * Passes the path of a local file with the blob's content to `use`, for programs that read files. The file must not be
   * changed, and is only valid until `use` ends. The S3 engine downloads the blob to the temporary folder.
   *
   * @throws BlobMissingError if there is no such blob
   */
  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>
  /**
   * Lists every blob below a prefix of `blob-keys.ts`, in no particular order. A blob that is written or deleted
   * meanwhile may be missing or listed.
   */
  list(prefix: string): AsyncIterable<BlobStat & { key: string }>
  /** Deletes a blob. Resolves too if there is no such blob. */
  delete(key: string): Promise<void>
  /**
   * Deletes the remains of writes that began before `before` and were interrupted by a crash. For a nightly job.
   *
   * @returns the number of deleted remains
   */
  deleteUnfinished(before: Date): Promise<number>
  /** Bytes of the disk. Null if the store does not say. */
  getFreeSpace(): Promise<{ free: number; total: number } | null>
  close(): void
}

/** The blob was deleted while its row still named it. */
export class BlobMissingError extends Error {
  override name = 'BlobMissingError'
  constructor(key: string) {
    super(`There is no blob ${key}.`)
  }
}

/** By its name: the store that throws it is loaded by main.ts, and the bundle of the pages has a class of its own. */
export const isBlobMissing = (error: unknown): boolean => error instanceof Error && error.name === 'BlobMissingError'

/** The disk or the quota of its user is full. Write less, or delete something. */
export function isStorageFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
}
