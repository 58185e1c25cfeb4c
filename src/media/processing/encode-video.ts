/** One size of a video as HLS segments. docs/contract §14. */
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FilmTimeline } from '#domain/learning/film-timeline.ts'
import { getPeakBitrate, getSegmentName, INIT_SEGMENT, type MediaSegment } from '#domain/learning/playlists.ts'
import { planRenditions, type RenditionPlan } from '#domain/learning/renditions.ts'
import { runFfmpeg } from '#platform/ffmpeg/run-ffmpeg.ts'
import { getAudioArgs } from './loudness.ts'
import { FAULTS, failBy, failFinally, getLimits, type MediaStepContext, type StepOutcome } from './step.ts'

const SEGMENT_SECONDS = 6
const KEY_FRAME_SECONDS = 2
const AUDIO_BITRATE = 128_000
/** ffmpeg's own playlist. We read the lengths of the segments from it, once. */
const PLAYLIST = 'index.m3u8'
const AAC = 'mp4a.40.2'
const TO_SDR =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv'

/** @param loudness the result of `measureLoudness` */
export async function encodeVideo(context: MediaStepContext, name: string, loudness: unknown): Promise<StepOutcome> {
  const { ffmpeg, media, input, folder, signal, durationMs, onProgress } = context
  const plan = findPlan(context, name)
  if (!plan || !media.video) return failFinally('noPicture')
  const { video, audio, timeline } = media
  const seconds = timeline.frames / plan.framesPerSecond
  const process = await runFfmpeg(ffmpeg, {
    input,
    args: [
      // The filters bring both streams to one clock, so that neither loses its distance from the other.
      ...['-copyts', '-map', '0:V:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
      ...getPictureArgs(plan, timeline, video.isHdr && ffmpeg.canToneMap),
      ...(audio ? getAudioArgs(loudness, timeline, seconds) : ['-an']),
      // Shifting the whole film, as ffmpeg does for pictures that are decoded early, leaves a gap before second 0.
      ...['-avoid_negative_ts', 'disabled', '-f', 'hls', '-hls_time', String(SEGMENT_SECONDS)],
      ...['-hls_playlist_type', 'vod'],
      ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', INIT_SEGMENT],
      ...['-hls_segment_filename', '%d.m4s', PLAYLIST],
    ],
    outputFolder: folder,
    limits: getLimits(durationMs, plan.maxBitrate + AUDIO_BITRATE),
    signal,
    onProgress,
  })
  if (process.end !== 'done') return failBy(process)
  const segments = await readSegments(folder)
  const codec = await readCodec(folder)
  if (segments.length === 0 || !codec)
    return { ok: false, fault: FAULTS.failed, isFinal: false, lines: process.lastLines }
  return {
    ok: true,
    isReady: true,
    renditions: [
      {
        name,
        codec: audio ? `${codec},${AAC}` : codec,
        width: plan.width,
        height: plan.height,
        frames_per_second: plan.framesPerSecond,
        bitrate: getPeakBitrate(segments),
        bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
        duration_ms: segments.reduce((sum, segment) => sum + segment.durationMs, 0),
        segments: JSON.stringify(segments),
      },
    ],
  }
}

function findPlan({ media: { video, bitrate } }: MediaStepContext, name: string): RenditionPlan | undefined {
  if (!video) return undefined
  const { width, height, framesPerSecond } = video
  return planRenditions({ width, height, bitrate, framesPerSecond: framesPerSecond ?? 30 }).find(
    (plan) => plan.name === name,
  )
}

function getPictureArgs(plan: RenditionPlan, { startMs, frames }: FilmTimeline, toSdr: boolean): string[] {
  const { width, height, maxBitrate, framesPerSecond } = plan
  const keyFrames = String(Math.max(1, Math.round(framesPerSecond * KEY_FRAME_SECONDS)))
  const filters = [
    ...[`setpts=PTS-${startMs / 1000}/TB`, `fps=${framesPerSecond}:start_time=0`, `scale=${width}:${height}`],
    ...[toSdr && TO_SDR, 'setsar=1', 'format=yuv420p'],
    // The last picture stays until the sound has ended.
    ...['tpad=stop=-1:stop_mode=clone', `trim=end_frame=${frames}`],
  ]
  return [
    ...['-vf', filters.filter(Boolean).join(',')],
    ...['-c:v', 'libx264', '-threads', '1', '-preset', 'veryfast', '-profile:v', 'high', '-crf', '23'],
    ...['-maxrate', String(maxBitrate), '-bufsize', String(2 * maxBitrate)],
    // A key frame at each multiple of 2 seconds and none between, so that segments of all sizes begin together.
    ...['-g', keyFrames, '-keyint_min', keyFrames, '-sc_threshold', '0'],
  ]
}

/** Deletes ffmpeg's playlist, because ours is written from the row. */
async function readSegments(folder: string): Promise<MediaSegment[]> {
  const playlist = await readFile(join(folder, PLAYLIST), 'utf8')
  await rm(join(folder, PLAYLIST))
  const seconds = [...playlist.matchAll(/^#EXTINF:(\d+(?:\.\d+)?),/gm)].map(([, text]) => Number(text))
  return Promise.all(
    seconds.map(async (length, index) => ({
      durationMs: Math.max(1, Math.round(length * 1000)),
      bytes: (await stat(join(folder, getSegmentName(index)))).size,
    })),
  )
}

/** Profile and level as RFC 6381 writes them, from the decoder's configuration (ISO 14496-15, `avcC`). */
async function readCodec(folder: string): Promise<string | null> {
  const init = await readFile(join(folder, INIT_SEGMENT))
  const at = init.indexOf('avcC', 0, 'latin1')
  return at < 0 ? null : `avc1.${init.toString('hex', at + 5, at + 8)}`
}
