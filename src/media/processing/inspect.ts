/** The first step of a file: what it contains, and which steps follow. docs/contract §14. */
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Interval, isCutOff, isFilmAligned, planFilmTimeline } from '#domain/learning/film-timeline.ts'
import { COPY_FILES } from '#domain/learning/played-as-uploaded.ts'
import { canPlayUnencoded, getRenditionFrames, planRenditions } from '#domain/learning/renditions.ts'
import { decodesToEnd } from '#platform/ffmpeg/decode-to-end.ts'
import type { Ffmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import { isIndexFirst } from '#platform/ffmpeg/mp4-index.ts'
import { type MediaProbe, probe } from '#platform/ffmpeg/probe.ts'
import { readTimeline } from '#platform/ffmpeg/read-timeline.ts'
import { copyMediaInWorker, readMediaFactsInWorker } from '#platform/media-facts/read-in-worker.ts'
import {
  failFinally,
  getLimits,
  type InspectedMedia,
  type NewRendition,
  type StepContext,
  type StepOutcome,
} from './step.ts'

const MAX_DURATION_MS = 6 * 60 * 60 * 1000
const FALLBACK_FRAMES = 30
/** Formats that state the length of each stream. Other formats estimate it. */
const STATED_LENGTHS = ['video/mp4', 'video/quicktime', 'audio/mp4', 'video/x-matroska', 'video/webm']

/** @param ffmpeg null: the machine has none */
export async function inspect(context: StepContext, ffmpeg: Ffmpeg | null): Promise<StepOutcome> {
  const { kind, contentType } = context.asset
  if (kind === 'file') return { ok: true, isReady: true }
  if (kind === 'image') return { ok: true, next: ['image'] }
  if (!ffmpeg) {
    if (!contentType || !(contentType in COPY_FILES)) return failFinally('needsFfmpeg')
    return inspectWithoutFfmpeg(context)
  }
  const probed = await probe(ffmpeg, context.input, context.signal)
  if (!probed.ok) {
    const { reason, lastLines } = probed
    return { ...failFinally('unreadable', lastLines), isFinal: reason === 'failed', isDeath: reason === 'killed' }
  }
  const { video, audio } = probed.value
  if (kind === 'video' && !video) return failFinally('noPicture')
  if (kind === 'audio' && !audio) return failFinally('noSound')
  const streams = [kind === 'video' ? video : null, audio].filter((stream) => stream !== null)
  const read = await readTimeline(
    ffmpeg,
    context.input,
    streams.map(({ index }) => index),
    context.signal,
  )
  if (!read?.[0]) return failFinally('unreadable')
  if (STATED_LENGTHS.includes(contentType ?? '') && streams.some((stream, at) => isStreamCutOff(stream, read[at])))
    return failFinally('cutOff')
  return kind === 'video'
    ? inspectVideo(context, ffmpeg, probed.value, read[0], read[1] ?? null)
    : inspectAudio(probed.value, read[0])
}

function isStreamCutOff({ statedEndMs }: { statedEndMs: number | null }, read: Interval | null | undefined): boolean {
  return statedEndMs !== null && isCutOff(read ?? { startMs: 0, endMs: 0 }, statedEndMs)
}

/** The file is played without encoding. Its length makes watched seconds count. */
async function inspectWithoutFfmpeg(context: StepContext): Promise<StepOutcome> {
  const { input, asset, signal } = context
  const facts = await readMediaFactsInWorker(input.path, signal)
  if (!facts) return failFinally('unreadable')
  const { durationMs, video, hasAudio, isPlayable } = facts
  if (durationMs > MAX_DURATION_MS) return failFinally('tooLong')
  if (asset.kind === 'video' && !video) return failFinally('noPicture')
  if (asset.kind === 'audio' && !hasAudio) return failFinally('noSound')
  if (!isPlayable) return failFinally('needsEncoding')
  const size = asset.kind === 'video' ? video : null
  const renditions = await copyWithoutMetadata(context, durationMs)
  // The file was read, so ffmpeg may still encode it.
  if (!renditions) return failFinally('needsEncoding')
  return { ok: true, renditions, change: { duration_ms: durationMs, ...size }, isReady: true, isSkipped: true }
}

/** What is served of a file that is not encoded: its picture and sound, without places, titles and names. */
async function copyWithoutMetadata(
  { input, asset, folder, signal }: StepContext,
  durationMs: number,
): Promise<NewRendition[] | null> {
  const target = join(folder, COPY_FILES[input.contentType] ?? '')
  if (!(await copyMediaInWorker({ path: input.path, target }, asset.bytes, signal))) {
    await rm(target, { force: true })
    return null
  }
  return [{ name: 'copy', bytes: (await stat(target)).size, duration_ms: durationMs }]
}

async function inspectVideo(
  context: StepContext,
  ffmpeg: Ffmpeg,
  file: MediaProbe,
  picture: Interval,
  sound: Interval | null,
): Promise<StepOutcome> {
  const { input, asset, folder, signal } = context
  const { video } = file
  if (!video) return failFinally('noPicture')
  const audio = sound ? file.audio : null
  const { width, height, codec, pixelFormat } = video
  const framesPerSecond = getRenditionFrames(video.framesPerSecond ?? FALLBACK_FRAMES)
  const timeline = planFilmTimeline(picture, sound, framesPerSecond)
  const { durationMs } = timeline
  if (durationMs > MAX_DURATION_MS) return failFinally('tooLong')
  const bitrate = (asset.bytes * 8000) / durationMs
  const canPlay = canPlayUnencoded({
    container: input.contentType === 'video/mp4' ? 'mp4' : input.contentType,
    videoCodec: codec,
    pixelFormat,
    audioCodec: audio?.codec ?? null,
    width,
    height,
    bitrate,
    durationMs,
    isAligned: isFilmAligned(picture, sound, framesPerSecond),
    isIndexFirst: await isIndexFirst(input.path),
  })
  const { seconds } = getLimits(durationMs, 0)
  const isPlayable = canPlay && (await decodesToEnd(ffmpeg, input, { folder, seconds, signal }))
  const copy = isPlayable ? await copyWithoutMetadata(context, durationMs) : null
  const sizes = planRenditions({ width, height, bitrate, framesPerSecond })
  const result: InspectedMedia = { video, audio, durationMs, bitrate, picture, timeline }
  return {
    ok: true,
    result,
    change: { duration_ms: durationMs, width, height },
    ...(copy && { renditions: copy }),
    next: copy
      ? ['poster', 'storyboard']
      : [...(audio ? ['measure'] : []), 'poster', ...sizes.map(({ name }) => name), 'storyboard'],
    isReady: copy !== null,
  }
}

function inspectAudio({ audio }: MediaProbe, { startMs, endMs }: Interval): StepOutcome {
  const durationMs = endMs - startMs
  if (durationMs > MAX_DURATION_MS) return failFinally('tooLong')
  const timeline = { startMs, durationMs, frames: 0 }
  const result: InspectedMedia = { video: null, audio, durationMs, bitrate: null, picture: null, timeline }
  return { ok: true, result, change: { duration_ms: durationMs }, next: ['measure', 'audio'] }
}
