/** Loudness by EBU R128 in two passes: the first measures, the second is part of the encoding. docs/contract §14. */
import { z } from 'zod'
import type { FilmTimeline } from '#domain/learning/film-timeline.ts'
import { runFfmpeg } from '#platform/ffmpeg/run-ffmpeg.ts'
import { failBy, getLimits, type MediaStepContext, type StepOutcome } from './step.ts'

/** −16 LUFS, and −1.5 dBTP at most. */
const TARGET = 'loudnorm=I=-16:TP=-1.5:LRA=11'
/** Quieter sound is silence, which cannot be made louder. */
const SILENCE = -69

/** ffmpeg prints numbers as text. A silent file has `-inf`. */
const number = z.coerce.number().finite()
const Loudness = z.object({
  input_i: number,
  input_tp: number,
  input_lra: number,
  input_thresh: number,
  target_offset: number,
})
type Loudness = z.output<typeof Loudness>

/** The result is null for silence. */
export async function measureLoudness(context: MediaStepContext): Promise<StepOutcome> {
  const { ffmpeg, input, folder, signal, durationMs, onProgress } = context
  const process = await runFfmpeg(ffmpeg, {
    input,
    args: ['-v', 'info', '-map', '0:a:0', '-vn', '-af', `${TARGET}:print_format=json`, '-f', 'null', '-'],
    outputFolder: folder,
    limits: getLimits(durationMs, 0),
    signal,
    onProgress,
  })
  if (process.end !== 'done') return failBy(process)
  return { ok: true, result: { loudness: readLoudness(process.lastLines) } }
}

/** The last object that ffmpeg printed. */
function readLoudness(lines: readonly string[]): Loudness | null {
  const start = lines.lastIndexOf('{')
  const end = lines.indexOf('}', start)
  if (start < 0 || end < 0) return null
  const parsed = Loudness.safeParse(JSON.parse(lines.slice(start, end + 1).join('')))
  return parsed.success && parsed.data.input_i > SILENCE ? parsed.data : null
}

/**
 * Options of the second pass. Sound begins at second 0 of the timeline and has no gaps: silence fills them.
 *
 * @param result of `measureLoudness`; undefined or silence: the loudness stays
 * @param seconds the length, to which silence or a cut brings the sound; null: it stays
 */
export function getAudioArgs(result: unknown, { startMs }: FilmTimeline, seconds: number | null): string[] {
  const loudness = Loudness.safeParse((result as { loudness?: unknown } | undefined)?.loudness)
  const filters = [
    `asetpts=PTS-${startMs / 1000}/TB`,
    'aresample=async=1:first_pts=0',
    ...(loudness.success ? [toFilter(loudness.data)] : []),
    ...(seconds === null ? [] : ['apad', `atrim=end=${seconds.toFixed(6)}`]),
  ]
  return ['-c:a', 'aac', '-b:a', '128k', '-ar', '48000', '-ac', '2', '-af', filters.join(',')]
}

/** Linear if the peak allows it: one gain for the whole file. */
function toFilter({ input_i, input_tp, input_lra, input_thresh, target_offset }: Loudness): string {
  const measured = [
    `measured_I=${input_i}`,
    `measured_TP=${input_tp}`,
    `measured_LRA=${input_lra}`,
    `measured_thresh=${input_thresh}`,
    `offset=${target_offset}`,
  ]
  return `${TARGET}:${measured.join(':')}:linear=true`
}
