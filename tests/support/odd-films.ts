/** Films whose sound and picture do not fit, as people upload them, and their processing without a database. */
import { readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatMasterPlaylist, formatMediaPlaylist, type MediaSegment } from '#domain/learning/playlists.ts'
import { performStep } from '#media/processing/perform-step.ts'
import type { InspectedMedia, StepContext, StepDone } from '#media/processing/step.ts'
import type { Ffmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import { makeMedia } from './ffmpeg.ts'

export type OddFilm = {
  name: string
  file: string
  contentType: string
  /** What is played. */
  seconds: number
  args: readonly string[]
}

const picture = (seconds: number, rate = 24) => `testsrc2=size=320x180:rate=${rate}:duration=${seconds}`
const sound = (seconds: number) => `sine=frequency=440:duration=${seconds}`
const both = (pictureSeconds: number, soundSeconds: number, pictureAt = 0, soundAt = 0) => [
  ...['-itsoffset', String(pictureAt), '-f', 'lavfi', '-i', picture(pictureSeconds)],
  ...['-itsoffset', String(soundAt), '-f', 'lavfi', '-i', sound(soundSeconds)],
]
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '48', '-c:a', 'aac']
const MP4 = { contentType: 'video/mp4' }
const FAST_START = ['-movflags', '+faststart']

const SHORT_SOUND: OddFilm = {
  name: 'sound that ends early',
  file: 'short-sound.mp4',
  ...MP4,
  seconds: 12,
  args: [...both(12, 4), ...H264, ...FAST_START],
}

export const ODD_FILMS: readonly OddFilm[] = [
  SHORT_SOUND,
  {
    name: 'sound that begins late',
    file: 'late-sound.mp4',
    ...MP4,
    seconds: 10,
    args: [...both(10, 7, 0, 3), ...H264, ...FAST_START],
  },
  {
    name: 'a picture that begins late',
    file: 'late-picture.mp4',
    ...MP4,
    seconds: 10,
    args: [...both(6, 10, 4, 0), ...H264, ...FAST_START],
  },
  {
    name: 'sound that outlasts the picture',
    file: 'long-sound.mp4',
    ...MP4,
    seconds: 10,
    args: [...both(3, 10), ...H264, ...FAST_START],
  },
  {
    name: 'a Matroska file that starts at 20 s',
    file: 'start.mkv',
    contentType: 'video/x-matroska',
    seconds: 10,
    args: [...both(10, 10, 20, 20), '-copyts', ...H264],
  },
  {
    name: 'a WebM file that starts at 20 s',
    file: 'start.webm',
    contentType: 'video/webm',
    seconds: 10,
    args: [...both(10, 10, 20, 20), '-copyts', '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'],
  },
  {
    name: 'a gap of 4 s in its sound',
    file: 'gap.mp4',
    ...MP4,
    seconds: 10,
    args: [...both(10, 10), '-af', "aselect='not(between(t,3,7))'", ...H264, ...FAST_START],
  },
  {
    name: 'ten bits and full colours',
    file: 'deep.mp4',
    ...MP4,
    seconds: 5,
    args: [...both(5, 5), ...H264, '-pix_fmt', 'yuv444p10le', ...FAST_START],
  },
]

/** Makes a film and performs the step that inspects it. */
export async function inspectFilm(ffmpeg: Ffmpeg, { file, contentType, args }: OddFilm, folder: string) {
  const path = join(folder, file)
  makeMedia(ffmpeg, [...args, path])
  const context = await createContext(path, contentType, folder)
  return { context, outcome: await performStep('inspect', context, ffmpeg, { inspect: undefined, measure: undefined }) }
}

/** The context of a step, with an empty folder for its files. */
export async function createContext(path: string, contentType: string, folder: string): Promise<StepContext> {
  return {
    asset: {
      id: 'film',
      kind: 'video',
      state: 'processing',
      contentType,
      bytes: statSync(path).size,
      durationMs: null,
      width: null,
      height: null,
      isComplete: true,
      fault: null,
    },
    input: { path, contentType },
    folder: await mkdtemp(join(folder, 'step-')),
    signal: new AbortController().signal,
    onProgress() {},
  }
}

/** @returns the folder of `master.m3u8`, with the smallest size */
export async function encodeFilm(ffmpeg: Ffmpeg, film: OddFilm, root: string) {
  const { context, outcome } = await inspectFilm(ffmpeg, film, root)
  const inspect = requireDone(outcome).result as InspectedMedia
  const folder = await mkdtemp(join(root, 'film-'))
  const perform = async (step: string, measure?: unknown) => {
    const into = step === 'measure' ? context.folder : join(folder, step)
    await mkdir(into, { recursive: true })
    return requireDone(await performStep(step, { ...context, folder: into }, ffmpeg, { inspect, measure }))
  }
  const measured = inspect.audio ? (await perform('measure')).result : undefined
  const [row] = (await perform('video-360', measured)).renditions ?? []
  if (!row) throw new Error('The film has no rendition.')
  const segments = JSON.parse(row.segments as string) as MediaSegment[]
  const { name, width = 2, height = 2, codec = '', frames_per_second: framesPerSecond = 1 } = row
  const rendition = { name, width: width!, height: height!, codec: codec!, framesPerSecond: framesPerSecond!, segments }
  await writeFile(join(folder, 'video-360', 'index.m3u8'), formatMediaPlaylist(segments))
  await writeFile(join(folder, 'master.m3u8'), formatMasterPlaylist([rendition]))
  return { folder, inspect, rendition, perform }
}

function requireDone(outcome: Awaited<ReturnType<typeof performStep>>): StepDone {
  if (!outcome.ok) throw new Error(`${outcome.fault}\n${outcome.lines.join('\n')}`)
  return outcome
}

/** One rendition as one file that ffmpeg reads. */
export async function joinSegments(folder: string, count: number): Promise<string> {
  const names = ['init.mp4', ...Array.from({ length: count }, (_, index) => `${index}.m4s`)]
  const path = join(folder, 'whole.mp4')
  await writeFile(path, Buffer.concat(names.map((name) => readFileSync(join(folder, 'video-360', name)))))
  return path
}
