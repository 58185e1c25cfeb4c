/** Pictures in the text of a lesson and on a preview page. docs/contract §9, §14 and §18. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountImages } from '#app/hosts/images.ts'
import { mountMedia } from '#app/hosts/media.ts'
import { loadPreview } from '#learn/lessons/read-preview.ts'
import { LessonProse } from '#learn/lessons/text/lesson-prose.tsx'
import { readLesson } from '#learn/lessons/wire/lesson.ts'
import { playLesson } from '#learn/lessons/wire/play.ts'
import { setReferences } from '#media/queries/assets.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { createLearner } from '../../../tests/world/learner.ts'
import { givenLesson, givenStoredVideo } from '../../../tests/world/lessons.ts'
import { givenFile, processAll } from '../../../tests/world/media.ts'
import { givenCourse } from '../../../tests/world/selling.ts'

const SIZE = { width: 1000, height: 500 }
const folder = mkdtempSync(join(tmpdir(), 'understudy-pictures-'))
let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(async () => {
  await setup.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A text lesson with one picture, whose file says where it was taken. */
async function givenIllustratedLesson() {
  const { world } = setup
  const cohortCode = await givenCourse(world)
  const courseCode = cohortCode.replace(/-1$/, '')
  const path = join(folder, `${randomUUID()}.jpg`)
  await sharp({ create: { ...SIZE, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Copyright: 'a person' } })
    .toFile(path)
  const assetId = await givenFile(world, courseCode, path, { kind: 'image', contentType: 'image/jpeg' })
  await processAll(world, null)
  const { lessonId, key } = await givenLesson(world, courseCode, { kind: 'text' })
  await world.db
    .updateTable('lesson')
    .set({ is_preview: true, content: JSON.stringify({ markdown: `![A plan](asset:${assetId})` }) })
    .where('id', '=', lessonId)
    .execute()
  await world.db.transaction().execute((tx) => setReferences(tx, 'lesson', [{ key: lessonId, assetIds: [assetId] }]))
  return { cohortCode, courseCode, lessonId, key, assetId }
}

function createHost() {
  const host = Fastify()
  mountMedia(host, setup.world)
  mountImages(host, setup.world)
  return (url: string) => host.inject({ url })
}

test('a learner gets the picture by the play grant, with its size and without its metadata', async () => {
  const { cohortCode, lessonId, assetId } = await givenIllustratedLesson()
  const { client } = await createLearner(setup, cohortCode)
  const lesson = await client.call(readLesson, { auth: 'learner', params: { lessonId } })
  const played = await client.call(playLesson, { auth: 'learner', params: { lessonId } })
  if (lesson.error !== null || played.error !== null) throw new Error('refused')
  const { text } = lesson.data.data.content!
  expect(text).toMatchObject([{ tag: 'p', children: [{ tag: 'img', assetId, alt: 'A plan', ...SIZE }] }])
  const { images } = played.data.data
  expect(images).toEqual([{ assetId, url: expect.stringMatching(/^\/media\/[\w-]{48}\//), ...SIZE }])

  const get = createHost()
  const response = await get(images[0]!.url)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/webp'])
  const metadata = await sharp(response.rawPayload).metadata()
  expect(metadata).toMatchObject(SIZE)
  expect(metadata.exif).toBeUndefined()
  expect((await get(images[0]!.url.replace(assetId, randomUUID()))).statusCode).toBe(404)

  const before = renderToStaticMarkup(createElement(LessonProse, { nodes: text, images: [] }))
  expect(before).toContain('<svg viewBox="0 0 1000 500" width="1000" height="500" role="img" aria-label="A plan">')
  const after = renderToStaticMarkup(createElement(LessonProse, { nodes: text, images }))
  expect(after).toContain('width="1000" height="500" alt="A plan"')
})

test('a visitor gets the picture of a preview lesson by addresses that everybody may store', async () => {
  const { courseCode, key, assetId } = await givenIllustratedLesson()
  const preview = await loadPreview(setup.world, { courseCode, lessonKey: key })
  if (!preview.ok) throw new Error(preview.refusal.code)
  const { text, images } = preview.value
  expect(images).toMatchObject([{ assetId, ...SIZE }])
  const page = renderToStaticMarkup(createElement(LessonProse, { nodes: text, images }))
  const addresses = page.match(/\/images\/[^ "]+/g)!
  expect(new Set(addresses).size).toBe(4)
  const get = createHost()
  for (const url of addresses) expect((await get(url)).statusCode).toBe(200)
})

test('the poster of a preview video is a public image of its whole picture, and its shape is known', async () => {
  const { world } = setup
  const courseCode = (await givenCourse(world)).replace(/-1$/, '')
  const { lessonId, key } = await givenLesson(world, courseCode, { kind: 'video' })
  const { assetId } = await givenStoredVideo(world, courseCode, lessonId, { bytes: 1000 })
  await world.db.updateTable('lesson').set({ is_preview: true }).where('id', '=', lessonId).execute()
  const load = async () => {
    const preview = await loadPreview(world, { courseCode, lessonKey: key })
    return preview.ok ? preview.value.media : null
  }
  await world.db.updateTable('asset').set({ width: 1080, height: 1920 }).where('id', '=', assetId).execute()
  expect(await load()).toMatchObject({ assetId, poster: null, shape: { width: 1080, height: 1920 } })

  const picture = await sharp({ create: { width: 1280, height: 2276, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer()
  const blobFolder = `derived/${assetId}/poster-1`
  await world.blobs.put(`${blobFolder}/1280.webp`, picture)
  await world.db
    .insertInto('rendition')
    .values({ asset_id: assetId, name: 'poster', folder: blobFolder, width: 1280, height: 2276, bytes: picture.length })
    .execute()
  const { poster } = (await load())!
  expect(poster!.srcset.split(', ')).toHaveLength(4)
  const answer = await createHost()(poster!.src)
  expect(answer.statusCode).toBe(200)
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 960, height: 1707 })
})
