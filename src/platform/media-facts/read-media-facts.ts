/** Runs in a worker thread, because the file is hostile. See `read-in-worker.ts`. */
import { FilePathSource, Input, MP3, MP4, QTFF, UnsupportedInputFormatError } from 'mediabunny'

/** Sizes in pixels, as shown. `video` is null without a picture. */
export type MediaFacts = { durationMs: number; video: { width: number; height: number } | null; hasAudio: boolean }

/** Null: no MP4, M4A or MP3, or one without a length. */
export async function readMediaFacts(path: string): Promise<MediaFacts | null> {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, MP3] })
  try {
    const durationMs = Math.round((await input.computeDuration()) * 1000)
    if (!Number.isSafeInteger(durationMs) || durationMs < 1) return null
    const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
    const size = video && { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() }
    return { durationMs, video: size, hasAudio: audio !== null }
  } catch (error) {
    if (error instanceof UnsupportedInputFormatError || error instanceof RangeError) return null
    throw error
  } finally {
    input.dispose()
  }
}
