/** Films whose sound and picture do not fit, and files that are not whole. docs/contract §14. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Ffmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import { isIndexFirst } from '#platform/ffmpeg/mp4-index.ts'
import { readTimeline } from '#platform/ffmpeg/read-timeline.ts'
import { readMediaFacts } from '#platform/media-facts/read-media-facts.ts'
import { getTestFfmpeg, makeMedia } from '../../../tests/support/ffmpeg.ts'
import { triesEveryCase } from '../../../tests/support/laws.ts'
import {
  createContext,
  encodeFilm,
  inspectFilm,
  joinSegments,
  ODD_FILMS,
  type OddFilm,
} from '../../../tests/support/odd-films.ts'
import { performStep } from './perform-step.ts'
import { FAULTS } from './step.ts'

const installed = await getTestFfmpeg()
const ffmpeg = installed as Ffmpeg
const root = mkdtempSync(join(tmpdir(), 'understudy-odd-films-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Encoding one takes seconds. */
const FILMS = triesEveryCase ? ODD_FILMS : ODD_FILMS.slice(0, 2)
/** Each is encoded once. */
const encoded = new Map<string, ReturnType<typeof encodeFilm>>()
function encodeOnce(film: OddFilm): ReturnType<typeof encodeFilm> {
  const encoding = encoded.get(film.file) ?? encodeFilm(ffmpeg, film, root)
  encoded.set(film.file, encoding)
  return encoding
}
const getFilm = (file: string) => ODD_FILMS.find((film) => film.file === file)!
const MP4 = { contentType: 'video/mp4', seconds: 4 }
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=24:duration=4']
/** Only its formats matter. */
const BRIEF_PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=24:duration=1']
const SOUND = ['-f', 'lavfi', '-i', 'sine=duration=4']
const HEVC = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none']
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
const FAST_START = ['-movflags', '+faststart']
const PLAIN: OddFilm = {
  name: 'plain',
  file: 'plain.mp4',
  ...MP4,
  args: [...PICTURE, ...SOUND, ...H264, ...FAST_START],
}

/** Seconds of silence of a file: pairs of start and end. */
function listSilences(path: string): number[] {
  const filter = 'silencedetect=noise=-50dB:duration=0.5'
  const output = execFileSync(
    '/bin/sh',
    ['-c', '"$0" -nostdin -hide_banner -i "$1" -af "$2" -f null - 2>&1', ffmpeg.ffmpegPath, path, filter],
    { encoding: 'utf8' },
  )
  return [...output.matchAll(/silence_(?:start|end): (-?[\d.]+)/g)].map(([, seconds]) => Number(seconds))
}

async function inspectFile(path: string, contentType: string) {
  const context = await createContext(path, contentType, root)
  return performStep('inspect', context, ffmpeg, { inspect: undefined, measure: undefined })
}

describe.skipIf(!installed)(installed ? 'odd films' : 'odd films (needs FFMPEG)', () => {
  test.each(FILMS.map((film) => [film.name, film] as const))(
    'a film with %s: sound and picture begin together and end within one frame, after what is played',
    async (_name, film) => {
      const { folder, inspect, rendition, perform } = await encodeOnce(film)
      const frameMs = 1000 / rendition.framesPerSecond
      expect(Math.abs(inspect.durationMs - film.seconds * 1000)).toBeLessThanOrEqual(1.5 * frameMs)
      const whole = { path: await joinSegments(folder, rendition.segments.length), contentType: 'video/mp4' }
      const [picture, sound] = (await readTimeline(ffmpeg, whole, [0, 1])) ?? []
      // AAC has frames of 21 ms.
      for (const stream of [picture!, sound!]) {
        expect(Math.abs(stream.startMs)).toBeLessThanOrEqual(frameMs)
        expect(Math.abs(stream.endMs - inspect.durationMs)).toBeLessThanOrEqual(frameMs)
      }
      const sum = rendition.segments.reduce((all, { durationMs }) => all + durationMs, 0)
      expect(Math.abs(sum - inspect.durationMs)).toBeLessThanOrEqual(frameMs)
      for (const { durationMs } of rendition.segments.slice(0, -1)) expect(durationMs).toBe(6000)
      expect(rendition.segments).toHaveLength(Math.ceil(inspect.durationMs / 6000))

      await perform('poster')
      await perform('storyboard')
      expect(await readdir(join(folder, 'poster'))).toEqual(expect.arrayContaining(['640.webp', '1280.webp']))
      const map = readFileSync(join(folder, 'storyboard', 'map.vtt'), 'utf8')
      expect(map.match(/-->/g)).toHaveLength(Math.ceil(inspect.durationMs / 2000))
    },
    300_000,
  )

  test.each([
    ['late-sound.mp4', [0, 3]],
    ['short-sound.mp4', [4, 12]],
    ['gap.mp4', [3, 7]],
  ])('the sound of %s is heard at its own seconds', async (file, expected) => {
    const { folder, rendition } = await encodeOnce(getFilm(file))
    const silences = listSilences(await joinSegments(folder, rendition.segments.length))
    expect(silences).toEqual(expected.map((seconds) => expect.closeTo(seconds, 0)))
    for (const [at, seconds] of expected.entries()) expect(Math.abs(silences[at]! - seconds)).toBeLessThan(0.1)
  })

  test('a film that phones play, whole and from 0, is served without encoding, in the same time and upright', async () => {
    const turned: OddFilm = { ...PLAIN, file: 'turned.mp4', args: [...PLAIN.args, '-metadata:s:v', 'rotate=90'] }
    for (const film of [PLAIN, turned]) {
      const { context, outcome } = await inspectFilm(ffmpeg, film, root)
      expect(outcome).toMatchObject({ ok: true, isReady: true, renditions: [{ name: 'copy' }] })
      const copy = { path: join(context.folder, 'media.mp4'), contentType: 'video/mp4' }
      const read = async (input: typeof copy) => [
        await readTimeline(ffmpeg, input, [0, 1]),
        await readMediaFacts(input.path),
        await isIndexFirst(input.path),
      ]
      expect(await read(copy)).toEqual(await read(context.input))
    }
  })

  test.each(['yuv444p', 'yuv422p', 'yuv420p10le'])('H.264 with the pixels %s is encoded', async (pixels) => {
    const film = {
      ...PLAIN,
      file: `${pixels}.mp4`,
      args: [...BRIEF_PICTURE, ...H264, '-pix_fmt', pixels, ...FAST_START],
    }
    const { outcome } = await inspectFilm(ffmpeg, film, root)
    expect(outcome).toMatchObject({ ok: true, isReady: false, next: expect.arrayContaining(['video-360']) })
  })

  test('a film with damaged data is encoded, although its index is whole', async () => {
    const path = join(root, 'damaged.mp4')
    makeMedia(ffmpeg, [...PLAIN.args, path])
    const damaged = readFileSync(path)
    damaged.fill(0x55, damaged.length / 2, damaged.length / 2 + 20_000)
    writeFileSync(path, damaged)
    expect(await inspectFile(path, 'video/mp4')).toMatchObject({ ok: true, isReady: false })
  })

  test.each([
    ['with its index first', 'whole.mp4', 'video/mp4', FAST_START],
    [
      'with its sound before its pictures',
      'apart.mp4',
      'video/mp4',
      [...FAST_START, '-max_interleave_delta', '1', '-y'],
    ],
    ['Matroska', 'whole.mkv', 'video/x-matroska', []],
  ])('half a file (%s) is refused', async (_name, file, contentType, options) => {
    const path = join(root, file)
    makeMedia(ffmpeg, [...PICTURE, ...SOUND, ...H264, ...options, path])
    const half = readFileSync(path)
    writeFileSync(path, half.subarray(0, half.length / 2))
    expect(await inspectFile(path, contentType)).toMatchObject({ ok: false, isFinal: true, fault: FAULTS.cutOff })
  })

  test('sound alone lasts as long as it is heard, wherever its file starts', async () => {
    const path = join(root, 'late.m4a')
    makeMedia(ffmpeg, ['-itsoffset', '20', ...SOUND, '-copyts', '-c:a', 'aac', path])
    const context = await createContext(path, 'audio/mp4', root)
    context.asset.kind = 'audio'
    const inspected = await performStep('inspect', context, ffmpeg, { inspect: undefined, measure: undefined })
    expect(inspected).toMatchObject({ ok: true, change: { duration_ms: expect.closeTo(4000, -2) } })
    const inspect = inspected.ok && inspected.result
    expect(await performStep('audio', context, ffmpeg, { inspect, measure: undefined })).toMatchObject({ ok: true })
    const [heard] = (await readTimeline(
      ffmpeg,
      { path: join(context.folder, 'audio.m4a'), contentType: 'audio/mp4' },
      [0],
    ))!
    expect([heard?.startMs, heard?.endMs]).toEqual([expect.closeTo(0, -2), expect.closeTo(4000, -2)])
  })

  test('without ffmpeg a film that browsers do not play to its end is not ready', async () => {
    const read = async (file: string, args: readonly string[]) => {
      const path = join(root, file)
      makeMedia(ffmpeg, [...args, path])
      return readMediaFacts(path)
    }
    expect(await read('fine.mp4', PLAIN.args)).toMatchObject({ isPlayable: true, durationMs: expect.closeTo(4000, -2) })
    for (const pixels of ['yuv444p', 'yuv422p', 'yuv420p10le'])
      expect(await read('deep.mp4', [...BRIEF_PICTURE, ...H264, '-pix_fmt', pixels])).toMatchObject({
        isPlayable: false,
      })
    const other = [
      ['hevc.mp4', ...HEVC, '-pix_fmt', 'yuv420p10le'],
      ['hevc-8.mp4', ...HEVC],
      ['vp9.mp4', ...VP9, '-pix_fmt', 'yuv420p10le'],
      ['ac3.mp4', ...SOUND, ...H264, '-c:a', 'ac3'],
      ['alac.m4a', ...SOUND, '-map', '1:a', '-c:a', 'alac'],
      ['opus.mp4', ...SOUND, ...H264, '-c:a', 'libopus'],
    ] as const
    for (const [file, ...args] of other)
      expect(await read(file, [...BRIEF_PICTURE, ...args]), file).toMatchObject({ isPlayable: false })
    const eightBits = await read('vp9-8.mp4', [...BRIEF_PICTURE, ...VP9, '-pix_fmt', 'yuv420p'])
    expect(eightBits).toMatchObject({ isPlayable: true })
    expect(await read('mp3.mp4', [...PICTURE, ...SOUND, ...H264, '-c:a', 'libmp3lame'])).toMatchObject({
      isPlayable: true,
    })
    expect(await read('aac.m4a', [...SOUND, '-c:a', 'aac'])).toMatchObject({ isPlayable: true, video: null })
    const late = await read('late.mp4', ['-itsoffset', '20', ...PICTURE, '-copyts', ...H264])
    expect(late).toMatchObject({ isPlayable: false, durationMs: expect.closeTo(4000, -2) })
    const half = readFileSync(join(root, 'fine.mp4'))
    writeFileSync(join(root, 'half.mp4'), half.subarray(0, half.length / 2))
    expect(await readMediaFacts(join(root, 'half.mp4'))).toBeNull()
  })
})
