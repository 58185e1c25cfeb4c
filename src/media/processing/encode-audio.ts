import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runFfmpeg } from '#platform/ffmpeg/run-ffmpeg.ts'
import { getAudioArgs } from './loudness.ts'
import { failBy, getLimits, type MediaStepContext, type StepOutcome } from './step.ts'

const FILE = 'audio.m4a'
const BITRATE = 128_000

/** An audio file as one M4A, which is played by byte ranges. @param loudness the result of `measureLoudness` */
export async function encodeAudio(context: MediaStepContext, loudness: unknown): Promise<StepOutcome> {
  const { ffmpeg, media, input, folder, signal, durationMs, onProgress } = context
  const process = await runFfmpeg(ffmpeg, {
    input,
    args: [
      ...['-copyts', '-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
      ...getAudioArgs(loudness, media.timeline, null),
      // The index comes first, so that playing starts with the first bytes.
      ...['-movflags', '+faststart', FILE],
    ],
    outputFolder: folder,
    limits: getLimits(durationMs, BITRATE),
    signal,
    onProgress,
  })
  if (process.end !== 'done') return failBy(process)
  const { size } = await stat(join(folder, FILE))
  return {
    ok: true,
    isReady: true,
    renditions: [{ name: 'audio', codec: 'mp4a.40.2', bitrate: BITRATE, bytes: size, duration_ms: durationMs }],
  }
}
