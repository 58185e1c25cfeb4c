/** Reads and copies media files without ffmpeg, in threads of their own that end in time. */
import { createRequire } from 'node:module'
import { Tinypool } from 'tinypool'
import type { MediaCopy } from './copy-media.ts'
import type { MediaFacts } from './read-media-facts.ts'

/** The library loops on some damaged files. */
const SECONDS = 30
const MEMORY_MB = 256
/** A slow disk copies as fast. */
const COPIED_BYTES_A_SECOND = 5_000_000

// Resolved by name, because a bundle may contain this module.
const { resolve } = createRequire(import.meta.url)
const READ = { filename: resolve('#platform/media-facts/read-media-facts.ts'), name: 'readMediaFacts' }
const COPY = { filename: resolve('#platform/media-facts/copy-media.ts'), name: 'copyMedia' }

/** One thread, which starts with the first file and stops when idle. */
const createThread = ({ filename }: typeof READ) =>
  new Tinypool({
    filename,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 10_000,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
const reader = createThread(READ)
const copier = createThread(COPY)
/** A copy takes minutes. The time of the next one begins when it has the thread. */
let lastCopy: Promise<unknown> = Promise.resolve()

/**
 * The file is an MP4, M4A or MP3. It is hostile, so its thread has 30 seconds and 256 MB.
 *
 * @returns null if it is none of them, has no length, or breaks a limit
 */
export async function readMediaFactsInWorker(
  path: string,
  signal: AbortSignal,
  seconds = SECONDS,
): Promise<MediaFacts | null> {
  return (await runLimited(reader, READ, path, signal, seconds)) as MediaFacts | null
}

/**
 * Copies picture and sound of an MP4, M4A or MP3 of so many bytes without its metadata (`copy-media.ts`).
 *
 * @returns false if it can't be copied, or breaks a limit
 */
export async function copyMediaInWorker(copy: MediaCopy, bytes: number, signal: AbortSignal): Promise<boolean> {
  const seconds = SECONDS + bytes / COPIED_BYTES_A_SECOND
  const copied = lastCopy.then(() => runLimited(copier, COPY, copy, signal, seconds))
  lastCopy = copied.catch(() => null)
  return (await copied) === true
}

/** Null for a file that is damaged or breaks a limit. @throws after an abort */
async function runLimited(
  pool: Tinypool,
  task: typeof READ,
  input: unknown,
  signal: AbortSignal,
  seconds: number,
): Promise<unknown> {
  const limit = AbortSignal.timeout(Math.ceil(seconds * 1000))
  try {
    return await pool.run(input, { ...task, signal: AbortSignal.any([signal, limit]) })
  } catch (error) {
    if (signal.aborted) throw error
    return null
  }
}
