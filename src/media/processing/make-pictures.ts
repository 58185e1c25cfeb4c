/** The pictures of a video, and the master of an uploaded picture. docs/contract §14. */
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatStoryboard, planStoryboard, TILES_PER_SIDE } from '#domain/learning/storyboard.ts'
import { runFfmpeg } from '#platform/ffmpeg/run-ffmpeg.ts'
import { convertImage } from '#platform/pictures/convert-image.ts'
import {
  FAULTS,
  failBy,
  failFinally,
  getLimits,
  type MediaStepContext,
  type StepContext,
  type StepOutcome,
} from './step.ts'

const POSTER_WIDTHS = [640, 1280]
/** Pictures near 10 % of the length, of which the most detailed one becomes the poster. */
const CANDIDATES = 8
const MASTER_SIDE = 3200
/** A longer video is read by its key frames only, for the storyboard. */
const KEY_FRAMES_FROM_MS = 10 * 60 * 1000

export async function makePoster(context: MediaStepContext): Promise<StepOutcome> {
  const { ffmpeg, media, input, folder, signal } = context
  if (!media.picture) return failFinally('noPicture')
  const { startMs, endMs } = media.picture
  const seconds = (endMs - startMs) / 1000
  const span = Math.min(8, seconds / 10)
  const process = await runFfmpeg(ffmpeg, {
    input,
    // The picture may begin later than the sound, and the file at any time.
    inputArgs: ['-seek_timestamp', '1', '-ss', (startMs / 1000 + seconds / 10 - span / 2).toFixed(3)],
    args: [
      ...['-map', '0:V:0', '-an', '-t', Math.max(span, 0.5).toFixed(3)],
      ...['-vf', `fps=${(CANDIDATES / Math.max(span, 0.5)).toFixed(3)},scale='min(1280,iw)':-2,setsar=1`],
      ...['-frames:v', String(CANDIDATES), 'candidate-%d.png'],
    ],
    outputFolder: folder,
    limits: { seconds: 300, outputBytes: 200_000_000 },
    signal,
  })
  if (process.end !== 'done') return failBy(process)
  const candidates = await listFiles(folder)
  const best = candidates.toSorted((a, b) => b.size - a.size)[0]
  if (!best) return { ok: false, fault: FAULTS.failed, isFinal: false, lines: process.lastLines }
  const sizes = []
  for (const width of POSTER_WIDTHS)
    sizes.push(await convertImage(best.path, join(folder, `${width}.webp`), { width, height: width * 4, quality: 75 }))
  for (const { path } of candidates) await rm(path)
  const files = await listFiles(folder)
  return { ok: true, renditions: [{ name: 'poster', ...sizes.at(-1), bytes: sumSizes(files) }] }
}

export async function makeStoryboard(context: MediaStepContext): Promise<StepOutcome> {
  const { ffmpeg, media, input, folder, signal, durationMs, onProgress } = context
  if (!media.video) return failFinally('noPicture')
  const plan = planStoryboard({ durationMs, width: media.video.width, height: media.video.height })
  const { tileWidth, tileHeight, tileCount, intervalMs, spriteCount } = plan
  const filters = [
    `setpts=PTS-${media.timeline.startMs / 1000}/TB`,
    `fps=1000/${intervalMs}:start_time=0`,
    `scale=${tileWidth}:${tileHeight}`,
    // The sound may be longer, and rounding may leave the last tile without a frame.
    'tpad=stop=-1:stop_mode=clone',
    `trim=end_frame=${tileCount}`,
    `tile=${TILES_PER_SIDE}x${TILES_PER_SIDE}`,
  ]
  const process = await runFfmpeg(ffmpeg, {
    input,
    inputArgs: durationMs > KEY_FRAMES_FROM_MS ? ['-skip_frame', 'nokey'] : [],
    args: [
      ...['-copyts', '-map', '0:V:0', '-an', '-vf', filters.join(','), '-frames:v', String(spriteCount)],
      ...['-c:v', 'libwebp', '-quality', '60', '-f', 'image2', '-start_number', '0', '%d.webp'],
    ],
    outputFolder: folder,
    limits: { ...getLimits(durationMs, 0), outputBytes: spriteCount * 3_000_000 + 5_000_000 },
    signal,
    onProgress,
  })
  if (process.end !== 'done') return failBy(process)
  const files = await listFiles(folder)
  if (files.length !== spriteCount) return { ok: false, fault: FAULTS.failed, isFinal: false, lines: process.lastLines }
  await writeFile(join(folder, 'map.vtt'), formatStoryboard(plan))
  return {
    ok: true,
    renditions: [{ name: 'storyboard', width: tileWidth, height: tileHeight, bytes: sumSizes(files) }],
  }
}

/** The master of an uploaded picture: upright, without metadata. Crops are made from it. */
export async function makeMaster({ input, folder }: StepContext): Promise<StepOutcome> {
  const path = join(folder, 'master.webp')
  try {
    const size = await convertImage(input.path, path, { width: MASTER_SIDE, height: MASTER_SIDE })
    const { size: bytes } = await stat(path)
    return { ok: true, isReady: true, change: size, renditions: [{ name: 'image', ...size, bytes }] }
  } catch (error) {
    return failFinally('badPicture', [String(error)])
  }
}

async function listFiles(folder: string): Promise<{ path: string; size: number }[]> {
  const names = await readdir(folder)
  return Promise.all(
    names.map(async (name) => ({ path: join(folder, name), size: (await stat(join(folder, name))).size })),
  )
}

const sumSizes = (files: readonly { size: number }[]) => files.reduce((sum, { size }) => sum + size, 0)
