/** Reads the length and the size of a media file without ffmpeg, in a thread of its own that ends in time. */
import { createRequire } from 'node:module'
import { Tinypool } from 'tinypool'
import type { MediaFacts } from './read-media-facts.ts'

/** The library loops on some damaged files. */
const SECONDS = 30
const MEMORY_MB = 256

/** The thread starts with the first file and stops when idle. */
const pool = new Tinypool({
  // Resolved by name, because a bundle may contain this module.
  filename: createRequire(import.meta.url).resolve('#platform/media-facts/read-media-facts.ts'),
  name: 'readMediaFacts',
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 10_000,
  resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
})

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
  const limit = AbortSignal.timeout(seconds * 1000)
  try {
    return (await pool.run(path, { signal: AbortSignal.any([signal, limit]) })) as MediaFacts | null
  } catch (error) {
    if (signal.aborted) throw error
    return null
  }
}
