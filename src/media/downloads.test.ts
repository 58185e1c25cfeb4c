/** What learners get of a file that a lesson offers for download. docs/contract §18. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountMedia } from '#app/hosts/media.ts'
import { COPY_FILES } from '#domain/learning/played-as-uploaded.ts'
import { playPreview } from '#learn/lessons/playback/play.ts'
import { givenLesson } from '../../tests/world/lessons.ts'
import { givenFile, processAll } from '../../tests/world/media.ts'
import { givenCourse } from '../../tests/world/selling.ts'
import { createWorld, type World } from '../../tests/world/world.ts'

const DEVICE = 'Camera of Ada'
const folder = mkdtempSync(join(tmpdir(), 'understudy-downloads-'))
let world: World
let host: FastifyInstance
let courseCode: string
beforeAll(async () => {
  world = await createWorld()
  host = Fastify()
  mountMedia(host, world)
  courseCode = (await givenCourse(world)).replace(/-1$/, '')
})
afterAll(async () => {
  await host.close()
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

type Kind = 'video' | 'audio' | 'image' | 'file'

async function givenUpload(kind: Kind, contentType: string, content: Buffer): Promise<string> {
  const path = join(folder, randomUUID())
  await writeFile(path, content)
  return givenFile(world, courseCode, path, { kind, contentType })
}

/** The answer for a file that a preview lesson offers, which everybody may open. */
async function download(assetId: string) {
  const { lessonId } = await givenLesson(world, courseCode, { kind: 'audio' })
  await world.db.updateTable('lesson').set({ is_preview: true }).where('id', '=', lessonId).execute()
  await world.db
    .insertInto('asset_reference')
    .values({ asset_id: assetId, source: 'lesson', source_key: lessonId })
    .execute()
  await world.db
    .insertInto('lesson_file')
    .values({ lesson_id: lessonId, course_code: courseCode, position: 0, asset_id: assetId, label: 'Hand out' })
    .execute()
  const opened = await playPreview(world, { courseCode, assetId, ip: randomUUID() })
  if (!opened.ok) throw new Error(opened.refusal.code)
  return host.inject(opened.value.files[0]!.url)
}

const ready = (assetId: string) =>
  world.db.updateTable('asset').set({ state: 'ready', duration_ms: 1000 }).where('id', '=', assetId).execute()

/** A derived file as its step writes it. */
async function givenRendition(assetId: string, name: string, file: string): Promise<Buffer> {
  const content = randomBytes(64)
  const derived = `derived/${assetId}/${name}-1`
  await world.blobs.put(`${derived}/${file}`, content)
  await world.db.insertInto('rendition').values({ asset_id: assetId, name, folder: derived, bytes: 64 }).execute()
  await ready(assetId)
  return content
}

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a %s picture is a copy in its own format, upright, without place and device',
  async (format) => {
    const upload = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Make: DEVICE }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '14/1 35/1 0/1' } })
      .toFormat(format)
      .toBuffer()
    expect(upload.includes(DEVICE)).toBe(true)
    const assetId = await givenUpload('image', `image/${format}`, upload)
    await processAll(world, null)
    const answer = await download(assetId)
    expect(answer).toMatchObject({ statusCode: 200, headers: { 'content-type': `image/${format}` } })
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''Hand%20out/)
    expect(answer.rawPayload.includes(DEVICE)).toBe(false)
    const copy = await sharp(answer.rawPayload).metadata()
    expect([copy.format, copy.width, copy.height]).toEqual([format === 'avif' ? 'heif' : format, 40, 60])
    expect([copy.exif, copy.orientation ?? 1]).toEqual([undefined, 1])
    expect((await download(assetId)).rawPayload.equals(answer.rawPayload), 'made once').toBe(true)
  },
)

test('an animation keeps its frames', async () => {
  const frames = ['red', 'teal', 'navy'].map((background) => ({
    create: { width: 20, height: 20, channels: 4 as const, background },
  }))
  const upload = await sharp(await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer())), {
    join: { animated: true },
  })
    .gif()
    .toBuffer()
  const assetId = await givenUpload('image', 'image/gif', upload)
  await processAll(world, null)
  expect((await sharp((await download(assetId)).rawPayload).metadata()).pages).toBe(3)
})

test.each([
  ['a film', 'video', 'video/mp4', 'copy', COPY_FILES['video/mp4']!, 'video/mp4', 'mp4'],
  ['a sound', 'audio', 'audio/mpeg', 'copy', COPY_FILES['audio/mpeg']!, 'audio/mpeg', 'mp3'],
  ['an encoded sound', 'audio', 'audio/wav', 'audio', 'audio.m4a', 'audio/mp4', 'm4a'],
] as const)(
  '%s is its copy without metadata, named by its label',
  async (_what, kind, type, rendition, file, sent, ending) => {
    const assetId = await givenUpload(kind, type, randomBytes(32))
    const content = await givenRendition(assetId, rendition, file)
    const answer = await download(assetId)
    expect(answer.headers).toMatchObject({
      'content-type': sent,
      'content-disposition': `attachment; filename*=UTF-8''Hand%20out.${ending}`,
    })
    expect(answer.rawPayload.equals(content)).toBe(true)
  },
)

test('a document is sent as it was uploaded', async () => {
  const upload = randomBytes(32)
  const assetId = await givenUpload('file', 'application/pdf', upload)
  await ready(assetId)
  expect((await download(assetId)).rawPayload.equals(upload)).toBe(true)
})
