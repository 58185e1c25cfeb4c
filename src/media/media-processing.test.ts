import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mountMedia } from '#app/hosts/media.ts'
import { playLesson } from '#learn/lessons/playback/play.ts'
import { processLater } from '#media/process-later.ts'
import { setReferences } from '#media/queries/assets.ts'
import { personByEmail } from '#people/accounts/queries/people.ts'
import type { Ffmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { getTestFfmpeg, makeMedia } from '../../tests/support/ffmpeg.ts'
import { createIdentityWorld, type Identity } from '../../tests/world/identity.ts'
import { givenLesson } from '../../tests/world/lessons.ts'
import { getMediaState, givenFile, processAll } from '../../tests/world/media.ts'
import { givenCourse } from '../../tests/world/selling.ts'

const installed = await getTestFfmpeg()
const ffmpeg = installed as Ffmpeg
const folder = mkdtempSync(join(tmpdir(), 'understudy-films-'))
let identity: Identity
let courseCode: string
let cohortCode: string

beforeAll(async () => {
  identity = await createIdentityWorld()
  cohortCode = await givenCourse(identity.world)
  courseCode = cohortCode.replace(/-1$/, '')
})
afterAll(async () => {
  await identity.close()
  rmSync(folder, { recursive: true, force: true })
})

const getPicture = (size: string, rate = 24) => ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}`]
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440']
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const MP4 = { kind: 'video', contentType: 'video/mp4' } as const

async function givenFilm(args: readonly string[], name: string, type: Parameters<typeof givenFile>[3] = MP4) {
  const path = join(folder, name)
  makeMedia(ffmpeg, [...args, path])
  return givenFile(identity.world, courseCode, path, type)
}

/** Serves the files of an asset by HTTP, for a learner of its course. */
async function createPlayer(assetId: string) {
  const { world } = identity
  const { lessonId } = await givenLesson(world, courseCode, { kind: 'video' })
  await world.db.updateTable('lesson').set({ asset_id: assetId }).where('id', '=', lessonId).execute()
  await world.db.transaction().execute((tx) => setReferences(tx, 'lesson', [{ key: lessonId, assetIds: [assetId] }]))
  const email = await identity.known()
  await giveSeat(world, cohortCode, { email, name: 'Ada', timezoneId: 'UTC' })
  await identity.bearer(email)
  const { id: personId } = (await personByEmail(world.db, email))!
  const { id: sessionId } = await world.db
    .selectFrom('session')
    .select('id')
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  const host = Fastify()
  mountMedia(host, world)
  const base = await host.listen({ port: 0, host: '127.0.0.1' })
  const played = await playLesson(world, { personId, sessionId, audience: 'learner' }, lessonId)
  if (!played.ok) throw new Error(played.refusal.code)
  return { ...played.value, getUrl: (path: string) => `${base}${path}`, close: () => host.close() }
}

async function probeUrl(
  url: string,
): Promise<{ width?: number; height?: number; codec_name: string; nb_read_frames?: string }[]> {
  const { stdout } = await promisify(execFile)(ffmpeg.ffprobePath, [
    ...['-v', 'error', '-count_frames', '-show_streams', '-of', 'json', url],
  ])
  return JSON.parse(stdout).streams
}

describe.skipIf(!installed)(installed ? 'processing' : 'processing (needs FFMPEG)', () => {
  test('a 1080p film becomes sizes that a player reads from the address of a lesson', async () => {
    const { world } = identity
    // The bits a second are those of a film that is worth 540 lines, and no more.
    const args = [...getPicture('1920x1080', 60), ...SOUND, '-t', '2', ...H264, '-b:v', '1200k', '-c:a', 'aac']
    const assetId = await givenFilm(args, 'film.mp4')
    await processAll(world, ffmpeg)

    const { asset, steps, renditions } = await getMediaState(world, assetId)
    expect(asset).toMatchObject({ state: 'ready', width: 1920, height: 1080, duration_ms: expect.closeTo(2000, -2) })
    expect(Object.fromEntries(Object.values(steps).map(({ step, state }) => [step, state]))).toEqual(
      Object.fromEntries(
        ['inspect', 'measure', 'poster', 'video-360', 'video-540', 'storyboard'].map((step) => [step, 'done']),
      ),
    )
    expect(renditions['video-360']).toMatchObject({ width: 640, height: 360, frames_per_second: 30 })
    expect(renditions['video-360']!.segments).toMatchObject([{ durationMs: 2000 }])

    const player = await createPlayer(assetId)
    const answer = await fetch(player.getUrl(player.playlist!))
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    const master = await answer.text()
    expect(master).toMatch(/RESOLUTION=640x360,FRAME-RATE=30.000,CODECS="avc1\.64[0-9a-f]{4},mp4a\.40\.2"/)
    const folderUrl = player.getUrl(player.playlist!.replace('master.m3u8', ''))
    const streams = await probeUrl(`${folderUrl}video-360/index.m3u8`)
    expect(streams).toMatchObject([{ codec_name: 'h264', width: 640, height: 360 }, { codec_name: 'aac' }])
    expect(Number(streams[0]!.nb_read_frames)).toBe(2 * 30)
    expect(
      await sharp(Buffer.from(await (await fetch(player.getUrl(player.poster!))).arrayBuffer())).metadata(),
    ).toMatchObject({ format: 'webp', width: 1280, height: 720 })
    const map = await (await fetch(player.getUrl(player.storyboard!))).text()
    expect(map.match(/-->/g)).toHaveLength(1)
    const sprite = await fetch(player.getUrl(player.storyboard!.replace('map.vtt', '0.webp')))
    expect(await sharp(Buffer.from(await sprite.arrayBuffer())).metadata()).toMatchObject({ width: 1600, height: 900 })
    await player.close()
  }, 900_000)

  test('sound is levelled to -16 LUFS, and silence stays silent', async () => {
    const { world } = identity
    const loud = await givenFilm(
      ['-f', 'lavfi', '-i', 'sine=frequency=440', '-af', 'volume=-30dB', '-t', '5'],
      'quiet.mp3',
      {
        kind: 'audio',
        contentType: 'audio/mpeg',
      },
    )
    const silent = await givenFilm(['-f', 'lavfi', '-i', 'anullsrc', '-t', '3'], 'silence.wav', {
      kind: 'audio',
      contentType: 'audio/wav',
    })
    await processAll(world, ffmpeg)
    expect((await getMediaState(world, silent)).asset.state).toBe('ready')
    const { renditions } = await getMediaState(world, loud)
    await world.blobs.withFile(`${renditions.audio!.folder}/audio.m4a`, async (path) => {
      const { stderr } = await promisify(execFile)(ffmpeg.ffmpegPath, [
        '-nostdin',
        '-i',
        path,
        '-af',
        'ebur128',
        '-f',
        'null',
        '-',
      ])
      expect(Number(/I:\s+(-?[\d.]+) LUFS\s+Threshold/.exec(stderr)?.[1])).toBeCloseTo(-16, 0)
    })
  }, 900_000)

  test('a short film that phones play is ready at once, without encoding', async () => {
    const { world } = identity
    const assetId = await givenFilm(
      [...getPicture('640x360'), '-t', '3', ...H264, '-crf', '40', '-movflags', '+faststart'],
      'short.mp4',
    )
    await processAll(world, ffmpeg)
    const { asset, renditions } = await getMediaState(world, assetId)
    expect(asset.state).toBe('ready')
    expect(Object.keys(renditions).toSorted()).toEqual(['copy', 'poster', 'storyboard'])
    const player = await createPlayer(assetId)
    expect([player.playlist, player.source?.contentType]).toEqual([null, 'video/mp4'])
    await player.close()
  }, 900_000)

  const PRIVATE = ['title=Kitchen of Ada', 'location=+51.5074-000.1278/', 'artist=Ada Home', 'comment=GPS 51.5 -0.1']
  const TAGGED = ['-t', '3', ...PRIVATE.flatMap((tag) => ['-metadata', tag])]
  const FILM = [...getPicture('640x360'), ...SOUND, ...TAGGED, ...H264, '-crf', '40', '-c:a', 'aac']
  const TRACKS = ['-metadata:s:v', 'handler_name=Ada on her phone', '-movflags', '+faststart']
  test.each([
    ['film', 'tagged.mp4', [...FILM, ...TRACKS], MP4, [true, false]],
    ['M4A', 'tagged.m4a', [...SOUND, ...TAGGED], { kind: 'audio', contentType: 'audio/mp4' }, [false]],
    [
      'MP3',
      'tagged.mp3',
      [...SOUND, ...TAGGED, '-write_id3v1', '1'],
      { kind: 'audio', contentType: 'audio/mpeg' },
      [false],
    ],
  ] as const)(
    'a %s that is not encoded is served without its places, titles and names, and plays the same',
    async (_kind, name, args, type, machines) => {
      const { world } = identity
      const path = join(folder, name)
      for (const hasFfmpeg of machines) {
        const assetId = await givenFilm(args, name, type)
        expect((await readFile(path)).includes('Ada')).toBe(true)
        await processAll(world, hasFfmpeg ? ffmpeg : null)
        const player = await createPlayer(assetId)
        expect(player.source?.contentType).toBe(type.contentType)
        const url = player.getUrl(player.source!.url)
        const served = Buffer.from(await (await fetch(url)).arrayBuffer())
        for (const word of ['Ada', 'Kitchen', '51.5', '000.1278', 'GPS']) expect(served.includes(word)).toBe(false)
        const describe = (streams: Awaited<ReturnType<typeof probeUrl>>) =>
          streams.map(({ codec_name, width, height, nb_read_frames }) => [codec_name, width, height, nb_read_frames])
        expect(describe(await probeUrl(url))).toEqual(describe(await probeUrl(path)))
        expect((await fetch(url.replace(/copy\/.*/, 'original'))).status).toBe(404)
        await player.close()
      }
    },
    900_000,
  )

  test('files of a server without ffmpeg are processed once it has one, and stay usable meanwhile', async () => {
    const { world } = identity
    const film = await givenFilm([...getPicture('640x360'), '-t', '2', ...H264, '-b:v', '2500k'], 'early.mp4')
    const webm = { kind: 'video', contentType: 'video/webm' } as const
    const refused = await givenFilm([...getPicture('64x36'), '-t', '1', '-c:v', 'libvpx'], 'early.webm', webm)
    await processAll(world, null)
    const getStates = async () => [
      (await getMediaState(world, film)).asset.state,
      (await getMediaState(world, refused)).asset.state,
    ]
    expect(await getStates()).toEqual(['ready', 'failed'])
    const earlier = await processLater(world)
    expect([earlier.unprocessed > 0, earlier.refused > 0]).toEqual([true, true])
    expect(await getStates()).toEqual(['ready', 'stored'])
    expect(await processLater(world)).toEqual({ unprocessed: 0, refused: 0, incomplete: 0 })
    await processAll(world, ffmpeg)
    expect(await getStates()).toEqual(['ready', 'ready'])
    expect(Object.keys((await getMediaState(world, film)).renditions)).toContain('video-360')
  }, 900_000)

  test('a film without a picture and a broken film fail with a sentence for their teacher, without another attempt', async () => {
    const { world } = identity
    const blind = await givenFilm([...SOUND, '-t', '1', '-c:a', 'aac'], 'blind.mp4')
    const path = join(folder, 'broken.mp4')
    await writeFile(path, Buffer.concat([Buffer.from('000000186674797069736f6d', 'hex'), Buffer.alloc(3000, 7)]))
    const broken = await givenFile(world, courseCode, path, MP4)
    await processAll(world, ffmpeg)
    for (const [assetId, fault] of [
      [blind, 'This file has no picture.'],
      [broken, 'This file can’t be read. It may be damaged or incomplete.'],
    ] as const)
      expect((await getMediaState(world, assetId)).asset).toMatchObject({ state: 'failed', fault })
  })
})

test('a picture becomes an upright master without its metadata', async () => {
  const { world } = identity
  const path = join(folder, 'photo.jpg')
  await sharp({ create: { width: 4000, height: 1000, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Copyright: 'a person' } })
    .withMetadata({ orientation: 6 })
    .toFile(path)
  const assetId = await givenFile(world, courseCode, path, { kind: 'image', contentType: 'image/jpeg' })
  await processAll(world, null)
  const { asset, renditions } = await getMediaState(world, assetId)
  expect(asset).toMatchObject({ state: 'ready', width: 800, height: 3200 })
  await world.blobs.withFile(`${renditions.image!.folder}/master.webp`, async (master) => {
    const metadata = await sharp(master).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width: 800, height: 3200 })
    expect(metadata.exif).toBeUndefined()
  })
})

test('without ffmpeg an MP4 is ready without encoding, with its length, and other formats and damaged files fail', async () => {
  const { world } = identity
  const damaged = join(folder, 'damaged.mp4')
  await writeFile(damaged, 'bytes')
  const film = await givenFile(world, courseCode, 'content/courses/mcom/middle.mp4', MP4)
  const broken = await givenFile(world, courseCode, damaged, MP4)
  const mkv = await givenFile(world, courseCode, damaged, { kind: 'video', contentType: 'video/x-matroska' })
  await processAll(world, null)
  expect((await getMediaState(world, film)).asset).toMatchObject({
    state: 'ready',
    duration_ms: 20_000,
    width: 640,
    height: 360,
  })
  expect((await getMediaState(world, broken)).asset).toMatchObject({
    state: 'failed',
    fault: 'This file can’t be read. It may be damaged or incomplete.',
  })
  expect((await getMediaState(world, mkv)).asset).toMatchObject({
    state: 'failed',
    fault: 'This format can’t be played as it is. Please upload an MP4, M4A or MP3 file.',
  })
})
