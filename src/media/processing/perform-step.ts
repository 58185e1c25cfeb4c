import type { Ffmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import { encodeAudio } from './encode-audio.ts'
import { encodeVideo } from './encode-video.ts'
import { inspect } from './inspect.ts'
import { measureLoudness } from './loudness.ts'
import { makeMaster, makePoster, makeStoryboard } from './make-pictures.ts'
import { FAULTS, type InspectedMedia, type StepContext, type StepOutcome } from './step.ts'

type EarlierResults = { inspect: unknown; measure: unknown }

/** Does the work of one step, by its name. Changes no row. */
export async function performStep(
  step: string,
  context: StepContext,
  ffmpeg: Ffmpeg | null,
  earlier: EarlierResults,
): Promise<StepOutcome> {
  if (step === 'inspect') return inspect(context, ffmpeg)
  if (step === 'image') return makeMaster(context)
  const inspected = earlier.inspect as InspectedMedia | undefined
  // The machine lost its ffmpeg since the file was inspected.
  if (!ffmpeg || !inspected)
    return { ok: false, fault: FAULTS.failed, isFinal: false, lines: ['ffmpeg is not installed'] }
  const media = { ...context, ffmpeg, media: inspected, durationMs: inspected.durationMs }
  if (step === 'measure') return measureLoudness(media)
  if (step === 'poster') return makePoster(media)
  if (step === 'storyboard') return makeStoryboard(media)
  if (step === 'audio') return encodeAudio(media, earlier.measure)
  if (step.startsWith('video-')) return encodeVideo(media, step, earlier.measure)
  return { ok: false, fault: FAULTS.failed, isFinal: true, lines: [`no step ${step}`] }
}
