/** The first step of a file: what it contains, and which steps follow. docs/contract.md §14. */
import { canPlayUnencoded, planRenditions } from '#domain/learning/renditions.ts'
import type { Ffmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import { isIndexFirst } from '#platform/ffmpeg/mp4-index.ts'
import { type MediaProbe, measureDurationMs, probe } from '#platform/ffmpeg/probe.ts'
import { readMediaFactsInWorker } from '#platform/media-facts/read-in-worker.ts'
import { failFinally, type StepContext, type StepOutcome } from './step.ts'

const MAX_DURATION_MS = 6 * 60 * 60 * 1000
/** Formats that browsers play without ffmpeg. */
const PLAYED_TYPES = ['video/mp4', 'audio/mp4', 'audio/mpeg']
const FALLBACK_FRAMES = 30

/** @param ffmpeg null: the machine has none */
export async function inspect(context: StepContext, ffmpeg: Ffmpeg | null): Promise<StepOutcome> {
  const { kind, contentType } = context.asset
  if (kind === 'file') return { ok: true, isReady: true }
  if (kind === 'image') return { ok: true, next: ['image'] }
  if (!ffmpeg) {
    if (!contentType || !PLAYED_TYPES.includes(contentType)) return failFinally('needsFfmpeg')
    return inspectWithoutFfmpeg(context)
  }
  const probed = await probe(ffmpeg, context.input, context.signal)
  if (!probed.ok) {
    const { reason, lastLines } = probed
    return { ...failFinally('unreadable', lastLines), isFinal: reason === 'failed', isDeath: reason === 'killed' }
  }
  const durationMs =
    probed.value.durationMs ?? (await measureDurationMs(ffmpeg, context.input, context.folder, context.signal))
  if (!durationMs) return failFinally('unreadable')
  if (durationMs > MAX_DURATION_MS) return failFinally('tooLong')
  return kind === 'video' ? inspectVideo(context, probed.value, durationMs) : inspectAudio(probed.value, durationMs)
}

/** The file is played as it was uploaded. Its length makes watched seconds count. */
async function inspectWithoutFfmpeg({ input, asset, signal }: StepContext): Promise<StepOutcome> {
  const facts = await readMediaFactsInWorker(input.path, signal)
  if (!facts) return failFinally('unreadable')
  const { durationMs, video, hasAudio } = facts
  if (durationMs > MAX_DURATION_MS) return failFinally('tooLong')
  if (asset.kind === 'video' && !video) return failFinally('noPicture')
  if (asset.kind === 'audio' && !hasAudio) return failFinally('noSound')
  const size = asset.kind === 'video' ? video : null
  return { ok: true, change: { duration_ms: durationMs, ...size }, isReady: true, isSkipped: true }
}

async function inspectVideo({ input, asset }: StepContext, file: MediaProbe, durationMs: number): Promise<StepOutcome> {
  const { video, audio } = file
  if (!video) return failFinally('noPicture')
  const { width, height, codec } = video
  const bitrate = file.bitrate ?? (asset.bytes * 8000) / durationMs
  const isPlayable = canPlayUnencoded({
    container: input.contentType === 'video/mp4' ? 'mp4' : input.contentType,
    videoCodec: codec,
    audioCodec: audio?.codec ?? null,
    width,
    height,
    bitrate,
    durationMs,
    isIndexFirst: await isIndexFirst(input.path),
  })
  const sizes = planRenditions({ width, height, bitrate, framesPerSecond: video.framesPerSecond ?? FALLBACK_FRAMES })
  return {
    ok: true,
    result: { ...file, durationMs, bitrate },
    change: { duration_ms: durationMs, width, height },
    next: isPlayable
      ? ['poster', 'storyboard']
      : [...(audio ? ['measure'] : []), 'poster', ...sizes.map(({ name }) => name), 'storyboard'],
    isReady: isPlayable,
  }
}

function inspectAudio(file: MediaProbe, durationMs: number): StepOutcome {
  if (!file.audio) return failFinally('noSound')
  return {
    ok: true,
    result: { ...file, durationMs },
    change: { duration_ms: durationMs },
    next: ['measure', 'audio'],
  }
}
