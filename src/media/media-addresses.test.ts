/** Every address of a file × every kind of file × every kind of grant: what the play response lists, and nothing else. */
import { randomBytes, randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountMedia } from '#app/hosts/media.ts'
import { COPY_FILES } from '#domain/learning/played-as-uploaded.ts'
import type { Outcome } from '#domain/outcome.ts'
import { playAsset } from '#learn/course-media/manage-asset.ts'
import { playLesson, playPreview } from '#learn/lessons/playback/play.ts'
import type { Playback } from '#learn/lessons/wire/play.ts'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { originalKey } from '#platform/blobs/blob-keys.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { createIdentityWorld, type Identity } from '../../tests/world/identity.ts'
import { givenLesson } from '../../tests/world/lessons.ts'
import { givenCourse } from '../../tests/world/selling.ts'
import { createTeacher } from '../../tests/world/teacher.ts'

type Kind = 'video' | 'audio' | 'file' | 'image'
type Played = { lessonId: string; assetId: string; trackId: string }

let setup: Identity
let host: FastifyInstance
let cohortCode: string
let courseCode: string
let learner: Awaited<ReturnType<typeof logIn>>
let teacher: Awaited<ReturnType<typeof logIn>>
/** Beside each lesson's own file: offered files, and a picture in its text. */
let beside: { pdf: string; archive: string; offeredFilm: string; picture: string }
const lessons: Record<string, Played> = {}

beforeAll(async () => {
  setup = await createIdentityWorld()
  host = Fastify()
  mountMedia(host, setup.world)
  cohortCode = await givenCourse(setup.world)
  courseCode = cohortCode.replace(/-1$/, '')
  const email = await setup.known()
  await giveSeat(setup.world, cohortCode, { email, name: 'Ada', timezoneId: 'UTC' })
  learner = await logIn(email)
  teacher = await logIn((await createTeacher(setup, cohortCode)).email)
  beside = {
    pdf: await givenStored('file', 'application/pdf'),
    archive: await givenStored('file', 'application/zip'),
    offeredFilm: await givenStored('video', 'video/mp4'),
    picture: await givenStored('image', 'image/jpeg', ['image']),
  }
  lessons['a copy'] = await givenPlayed('video', 'video/mp4', ['copy', 'poster'])
  lessons['a copy of sound'] = await givenPlayed('audio', 'audio/mpeg', ['copy'])
  lessons['as uploaded'] = await givenPlayed('video', 'video/mp4', ['poster'])
  lessons.streamed = await givenPlayed('video', 'video/mp4', ['video-360', 'poster', 'storyboard'])
  lessons.sound = await givenPlayed('audio', 'audio/mpeg', ['audio'])
  lessons['sound as uploaded'] = await givenPlayed('audio', 'audio/mpeg', [])
})
afterAll(async () => {
  await host.close()
  await setup.close()
})

const GRANTS: Record<string, (played: Played) => Promise<Outcome<Playback>>> = {
  learner: ({ lessonId }) => playLesson(setup.world, learner, lessonId),
  teacher: ({ lessonId }) => playLesson(setup.world, teacher, lessonId),
  'teacher of one file': ({ assetId }) => playAsset(setup.world, teacher, assetId),
  stranger: ({ assetId }) => playPreview(setup.world, { courseCode, assetId, ip: randomUUID() }),
}

test.each(
  Object.keys(GRANTS).flatMap((grant) =>
    ['a copy', 'a copy of sound', 'as uploaded', 'streamed', 'sound', 'sound as uploaded'].map(
      (film) => [grant, film] as const,
    ),
  ),
)('a grant of a %s for a lesson that plays %s opens what its response lists', async (grant, film) => {
  const played = lessons[film]!
  const opened = await GRANTS[grant]!(played)
  if (!opened.ok) throw new Error(opened.refusal.code)
  const playback = opened.value
  const open: string[] = []
  for (const url of listAddresses(playback.base, played))
    if ((await host.inject({ url, headers: { range: 'bytes=0-0' } })).statusCode < 300) open.push(url)
  expect(open.toSorted()).toEqual(await listAllowed(playback))
})

test('the upload of an encoded film, of a picture and of a film beside the lesson is opened to nobody', async () => {
  const opened = await GRANTS.stranger!(lessons.streamed!)
  if (!opened.ok) throw new Error(opened.refusal.code)
  for (const assetId of [lessons.streamed!.assetId, beside.picture])
    for (const name of ['original', 'download'])
      expect((await host.inject(`${opened.value.base}/${assetId}/${name}`)).statusCode).toBe(404)
  expect((await host.inject(`${opened.value.base}/${beside.offeredFilm}/original`)).statusCode).toBe(404)
})

test('a download has the label of the file in its lesson as its name, and not the name of the upload', async () => {
  const opened = await GRANTS.learner!(lessons.streamed!)
  if (!opened.ok) throw new Error(opened.refusal.code)
  for (const { url } of opened.value.files)
    expect((await host.inject(url)).headers['content-disposition']).toBe("attachment; filename*=UTF-8''Hand%20out.bin")
})

/** What the response lists, and what its playlists and storyboard lead to. */
async function listAllowed(playback: Playback): Promise<string[]> {
  const listed = [
    ...[playback.playlist, playback.source?.url, playback.poster, playback.storyboard],
    ...playback.tracks.map(({ url }) => url),
    ...playback.files.flatMap(({ url, viewUrl }) => [url, viewUrl]),
    ...playback.images.map(({ url }) => url),
  ].filter((url): url is string => url?.startsWith('/media/') === true)
  const folder = `${playback.base}/${playback.assetId}`
  const streamed = ['video-360/index.m3u8', 'video-360/init.mp4'].map((name) => `${folder}/${name}`)
  return [...listed, ...(playback.playlist ? streamed : [])].toSorted()
}

function listAddresses(base: string, { assetId, trackId }: Played): string[] {
  const names = [
    ...['original', 'download', 'master.m3u8', 'image/master.webp', 'poster/1280.webp', 'storyboard/map.vtt'],
    ...[
      'audio/audio.m4a',
      'copy/media.mp4',
      'copy/media.mp3',
      'video-360/index.m3u8',
      'video-360/init.mp4',
      `tracks/${trackId}.vtt`,
    ],
    ...['', 'original/', 'ORIGINAL', 'image/original', '../original', 'poster/original'],
  ]
  return [assetId, ...Object.values(beside)].flatMap((id) => names.map((name) => `${base}/${id}/${name}`))
}

async function logIn(email: string) {
  await setup.bearer(email)
  const { id: personId } = (await personByEmail(setup.world.db, email))!
  const sessions = setup.world.db.selectFrom('session').select('id').where('person_id', '=', personId)
  const { id: sessionId } = await sessions.executeTakeFirstOrThrow()
  return { personId, sessionId, audience: 'learner' as const }
}

/** A preview lesson with its own file, and the files beside it. */
async function givenPlayed(kind: 'video' | 'audio', contentType: string, renditions: string[]): Promise<Played> {
  const { db } = setup.world
  const { lessonId } = await givenLesson(setup.world, courseCode, { kind })
  const assetId = await givenStored(kind, contentType, renditions)
  await db.updateTable('lesson').set({ asset_id: assetId, is_preview: true }).where('id', '=', lessonId).execute()
  const references = [assetId, ...Object.values(beside)]
  await db
    .insertInto('asset_reference')
    .values(references.map((asset_id) => ({ asset_id, source: 'lesson', source_key: lessonId })))
    .execute()
  const offered = [beside.pdf, beside.archive, beside.offeredFilm]
  await db
    .insertInto('lesson_file')
    .values(
      offered.map((asset_id, position) => ({
        lesson_id: lessonId,
        course_code: courseCode,
        position,
        asset_id,
        label: 'Hand/out',
      })),
    )
    .execute()
  const track = { asset_id: assetId, kind: 'captions', language: 'en', label: 'English', is_default: true } as const
  const { id: trackId } = await db.insertInto('caption_track').values(track).returning('id').executeTakeFirstOrThrow()
  return { lessonId, assetId, trackId }
}

/** A file that is ready, with bytes for its upload and for every address of its renditions. */
async function givenStored(kind: Kind, contentType: string, renditions: string[] = []): Promise<string> {
  const { db, blobs } = setup.world
  const size = { video: { width: 640, height: 360, duration_ms: 10_000 }, image: { width: 64, height: 64 } }
  const { id } = await db
    .insertInto('asset')
    .values({
      owner_kind: 'course',
      course_code: courseCode,
      kind,
      state: 'ready',
      filename: 'home-of-ada.bin',
      bytes: 8,
      ...{
        content_type: contentType,
        sha256: randomBytes(32),
        ...(kind === 'video' || kind === 'image' ? size[kind] : {}),
      },
      ...(kind === 'audio' && { duration_ms: 10_000 }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await blobs.put(originalKey(id), randomBytes(8))
  const files = {
    'video-360': 'init.mp4',
    audio: 'audio.m4a',
    poster: '1280.webp',
    storyboard: 'map.vtt',
    image: 'master.webp',
    copy: COPY_FILES[contentType],
  }
  for (const name of renditions) {
    const folder = `derived/${id}/${name}-1`
    await blobs.put(`${folder}/${files[name as keyof typeof files]}`, randomBytes(8))
    const video = {
      codec: 'avc1.64001e',
      width: 640,
      height: 360,
      segments: JSON.stringify([{ durationMs: 4000, bytes: 8 }]),
    }
    await db
      .insertInto('rendition')
      .values({ asset_id: id, name, folder, bytes: 8, ...(name === 'video-360' && video) })
      .execute()
  }
  return id
}
